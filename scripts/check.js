// `npm run check`: runs every check, and the tests that need no database.
import { runChecks } from './checks.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTests } from './run-tests.js'

requireNodeVersion()
await install()
const failedChecks = await runChecks()
const { passed, failed } = await runTests({ config: 'vitest.unit.config.ts' })
console.log(`${passed} passed, ${failed + failedChecks} failed`)
process.exit(failed + failedChecks === 0 ? 0 : 1)
