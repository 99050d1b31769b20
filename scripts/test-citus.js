// `npm run test:citus`: the tests of a Citus cluster, and the conformance tests on it. They start
// one on this machine from the PostgreSQL of `pg_config`. If TEST_CITUS_URL leads to the database
// of a coordinator that knows its workers, they make databases there instead, and leave out the
// tests that kill nodes. Arguments replace the test files.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './run-tool.js'

const isGiven = process.env.TEST_CITUS_URL !== undefined
if (!isGiven && !hasCitus()) {
  console.log(
    'test/citus is left out: no TEST_CITUS_URL, and pg_config names no PostgreSQL with Citus',
  )
  process.exit(0)
}
const args = process.argv.slice(2)
const files = args.length > 0 ? args : ['test/citus', 'test/archive', 'test/conformance']
const { ok } = await runTool('vitest', ['run', '--config', 'vitest.citus.config.ts', ...files])
process.exit(ok ? 0 : 1)

function hasCitus() {
  try {
    const shared = execFileSync('pg_config', ['--sharedir'], { encoding: 'utf8' }).trim()
    return existsSync(join(shared, 'extension/citus.control'))
  } catch {
    return false
  }
}
