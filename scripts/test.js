// `npm test`: installs what is missing, runs every check, and then every test if all of them
// passed. The last line says how many tests passed and failed. Arguments choose test files.
// `npm run test:long` also runs the long forms of the fault tests, with more seeds.
import { runChecks } from './checks.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTests } from './run-tests.js'

requireNodeVersion()
await install()
const failedChecks = await runChecks()
const files = process.argv.slice(2)
const count = failedChecks > 0 ? { passed: 0, failed: failedChecks } : await runTests({ files })
console.log(`${count.passed} passed, ${count.failed} failed`)
process.exit(count.failed === 0 ? 0 : 1)
