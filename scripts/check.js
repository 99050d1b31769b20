// `npm run check`: runs every check, and the tests that need no database.
import { checkSpec } from './check-spec.js'
import { runChecks } from './checks.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTests } from './run-tests.js'

requireNodeVersion()
await install()
const failedChecks = await runChecks()
const spec = await checkSpec()
console.log(spec.ok ? 'spec: ok' : `spec: failed\n${spec.output}`)
const { passed, failed } = await runTests({ config: 'vitest.unit.config.ts' })
const allFailed = failed + failedChecks + (spec.ok ? 0 : 1)
console.log(`${passed} passed, ${allFailed} failed`)
process.exit(allFailed === 0 ? 0 : 1)
