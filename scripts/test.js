// `npm test`: installs what is missing and runs every check in order, up to the first that fails.
// The last line says how many tests passed and failed. Arguments choose test files.
import { build } from './build.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTests } from './run-tests.js'
import { runTool } from './run-tool.js'

const quiet = { quiet: true }

const CHECKS = [
  { name: 'format', run: () => runTool('prettier', ['--check', '.'], quiet) },
  { name: 'types', run: () => runTool('tsc', ['--noEmit'], quiet) },
  { name: 'lint', run: () => runTool('oxlint', ['--type-aware'], quiet) },
  { name: 'module order', run: () => runTool('depcruise', ['src'], quiet) },
  { name: 'unused code', run: () => runTool('knip', [], quiet) },
  { name: 'build', run: () => build(quiet) },
]

requireNodeVersion()
install()
for (const { name, run } of CHECKS) {
  const { ok, output } = run()
  console.log(`${name}: ${ok ? 'ok' : 'failed'}`)
  if (!ok) {
    console.log(output)
    finish({ passed: 0, failed: 1 })
  }
}
finish(runTests(process.argv.slice(2)))

/** @param {{ passed: number, failed: number }} count */
function finish({ passed, failed }) {
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
