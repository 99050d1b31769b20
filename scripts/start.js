// `npm start`: installs and builds what is missing, then becomes the demo service, so that signals
// reach it directly.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { ROOT } from './run-tool.js'

requireNodeVersion()
await install()
const built = await build()
if (!built.ok) {
  console.error('Tessera could not be built; see above.')
  process.exit(1)
}
const main = join(ROOT, 'dist/main.js')
process.argv = [process.execPath, main, 'demo', ...process.argv.slice(2)]
// Stack traces name the lines of src/.
process.setSourceMapsEnabled(true)
await import(pathToFileURL(main).href)
