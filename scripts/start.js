// `npm start`: installs and builds what is missing, then becomes the demo service, so that signals
// reach it directly.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from './build.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { ROOT } from './run-tool.js'

const SHOWN_AFTER_MS = 200
/** At a terminal, what the tools print is shown only if they fail. */
const isTerminal = process.stdout.isTTY

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

/**
 * At a terminal, shows a step that takes a while in one line, as the demo shows its own.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function step(name, work) {
  if (!isTerminal) return work()
  let isShown = false
  const beganAt = performance.now()
  const timer = setTimeout(() => {
    isShown = true
    process.stdout.write(`${name} ...`)
  }, SHOWN_AFTER_MS)
  const result = await work()
  clearTimeout(timer)
  const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
  if (isShown) process.stdout.write(`\r\u001B[K${name}, ${seconds} s\n`)
  return result
}
