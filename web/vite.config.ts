import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { texts } from './texts-plugin.ts'

/** Compresses each file at the best quality, so that no process that sends it has to. */
const brotli: Plugin = {
  name: 'brotli',
  writeBundle({ dir = '' }) {
    const assets = join(dir, 'assets')
    for (const name of readdirSync(assets)) {
      writeFileSync(
        join(assets, `${name}.br`),
        brotliCompressSync(readFileSync(join(assets, name))),
      )
    }
  },
}

export default defineConfig({
  base: '/web/',
  plugins: [react(), texts(), brotli],
  // The server replaces it in each response.
  html: { cspNonce: 'CSP_NONCE' },
  // A data address would need a wider content security policy.
  build: {
    assetsInlineLimit: 0,
    // test/web/files.test.ts sums up what a page loads.
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What the sign-in loads is one file, which is sent faster than its thirty parts.
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/admin/', '/auth/', '/portal/v1'].map((path) => [path, 'http://127.0.0.1:8080']),
    ),
  },
})
