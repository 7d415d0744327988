// JavaScript, because the compiler would wrap this argument in a call, which hides the comments from Turbopack.
const packageName = '@aws-sdk/credential-providers'

export function loadCredentialProviders() {
  // The package is optional: webpack, Turbopack and Vite leave the import to Node; other bundlers do not look into variables.
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ packageName)
}
