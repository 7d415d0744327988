import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** What the built page may do: nothing leaves it, and no code is made from text. */
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'"

function contentSecurityPolicy(): Plugin {
  const attrs = { 'http-equiv': 'Content-Security-Policy', content: policy }
  return {
    name: 'content-security-policy',
    apply: 'build',
    transformIndexHtml: () => [{ tag: 'meta', attrs, injectTo: 'head-prepend' }],
  }
}

export default defineConfig({
  plugins: [react(), contentSecurityPolicy()],
  resolve: { conditions: ['@dreb/source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1' },
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 700 },
})
