import { dirname } from 'node:path'

// Where what is installed lies; without this, Next.js takes the folder of the first lockfile further up.
const root = dirname(import.meta.dirname)

export default {
  turbopack: { root },
  outputFileTracingRoot: root,
  experimental: { turbopackFileSystemCacheForBuild: false },
}
