// `npm test`: installs what is missing, builds, and runs every check and every test. The last line
// says how many tests passed and failed. Arguments choose test files. `npm run test:long` also runs
// the long forms of the fault tests, with more seeds.
import { build } from './build.js'
import { runChecks } from './checks.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTests } from './run-tests.js'

requireNodeVersion()
await install()
const { ok, output } = await build({ quiet: true })
if (!ok) {
  console.log(`build: failed\n${output}`)
  console.log('0 passed, 1 failed')
  process.exit(1)
}
// The tests also wait, so the checks beside them take little time of their own.
const [failedChecks, { passed, failed }] = await Promise.all([
  runChecks(1),
  runTests({ files: process.argv.slice(2) }),
])
if (failedChecks > 0) console.log(`${failedChecks} checks failed, see above`)
console.log(`${passed} passed, ${failed + failedChecks} failed`)
process.exit(failed + failedChecks === 0 ? 0 : 1)
