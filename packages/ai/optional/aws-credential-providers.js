// Stands for @aws-sdk/credential-providers wherever the condition `node` does not hold: no browser or edge bundle has
// to know that package.
export async function loadCredentialProviders() {
  throw new Error('@aws-sdk/credential-providers runs only in Node')
}
