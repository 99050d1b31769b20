// `npm test`: installs what is missing, builds, and runs every check and every test. The last line
// says how many tests passed and failed. Arguments choose test files. Some tests take turns, day by
// day: `npm run test:long` runs all of them, and the long forms of the fault tests.
import { build } from './build.js'
import { runChecks } from './checks.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTests } from './run-tests.js'

requireNodeVersion()
await install()
const files = process.argv.slice(2)
if (files.length === 0) process.env['TEST_LENGTH'] ??= 'short'
const { ok, output } = await build({ quiet: true })
if (!ok) {
  console.log(`build: failed\n${output}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}
// The tests also wait, so the checks beside them take little time of their own.
const [failedChecks, { passed, failed }] = await Promise.all([runChecks(1), runTests({ files })])
if (failedChecks > 0) console.log(`${failedChecks} checks failed, see above`)
console.log(`${passed} passed, ${failed + failedChecks} failed`)
process.exit(failed + failedChecks === 0 ? 0 : 1)
