import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { EXTERNAL } from '../bundle.config.js'

/**
 * Puts the command line of partners into one file that needs no package. The modules of the service
 * have no effect when they are loaded, so what the commands do not use is left out.
 */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'cli/dist',
    target: 'node20',
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      input: { tessera: 'src/partner-main.ts' },
      external: EXTERNAL,
      treeshake: { moduleSideEffects: false },
      output: { entryFileNames: '[name].js', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
})
