// `npm start`: installs and builds what is missing, then becomes the demo service, so that signals
// reach it directly.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { ROOT } from './run-tool.js'
import { showStep } from './show-step.js'

/** At a terminal, what the tools print is shown only if they fail. */
const isTerminal = process.stdout.isTTY
const step = showStep(process.stdout)

requireNodeVersion()
await step('Packages', () => install('.', { quiet: isTerminal }))
const built = await step('Build', () => build({ quiet: isTerminal }))
if (!built.ok) {
  console.error(`${built.output}\nTessera could not be built; see above.`)
  process.exit(1)
}
const main = join(ROOT, 'dist/main.js')
process.argv = [process.execPath, main, 'demo', ...process.argv.slice(2)]
// Stack traces name the lines of src/.
process.setSourceMapsEnabled(true)
await import(pathToFileURL(main).href)
