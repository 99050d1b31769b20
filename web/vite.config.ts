import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/web/',
  plugins: [react()],
  // The server replaces it in each response.
  html: { cspNonce: 'CSP_NONCE' },
  // A data address would need a wider content security policy.
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: {
    proxy: Object.fromEntries(
      ['/admin/', '/auth/', '/portal/v1'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
})
