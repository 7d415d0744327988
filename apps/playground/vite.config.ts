import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@dreb/source', 'module', 'browser', 'development|production'] },
  server: { host: '127.0.0.1', port: 5173 },
  preview: { host: '127.0.0.1' },
  build: { target: 'baseline-widely-available', chunkSizeWarningLimit: 700 },
})
