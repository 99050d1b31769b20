// Renders the documentation to `site/dist`, which the service serves; a part of `npm run build`.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { ROOT } from './run-tool.js'

/** Beside what it writes. One file starts in a third of the time of a thousand. */
const bundle = join(ROOT, 'site', `render-${process.pid}.mjs`)
try {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/http/docs/render/write-site.ts'],
    outfile: bundle,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  })
  await import(pathToFileURL(bundle).href)
} finally {
  rmSync(bundle, { force: true })
}
