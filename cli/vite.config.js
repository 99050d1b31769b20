import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { EXTERNAL } from '../bundle.config.js'

/**
 * Bundles the command line of partners into one file that needs no package. Loading a module of the
 * service has no side effects, so modules that the commands do not use are left out.
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
