/**
 * Loads the optional package `@aws-sdk/credential-providers`. Rejects where it is not installed, and outside Node, where
 * it could not run.
 */
export function loadCredentialProviders(): Promise<unknown>
