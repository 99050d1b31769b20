// `npm run test:citus`: the tests that need a Citus cluster, which they start on this machine from
// the PostgreSQL of `pg_config`. Arguments replace the test files.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from './run-tool.js'

if (!hasCitus()) {
  console.log('test/citus is left out: no pg_config, or its PostgreSQL has no extension citus')
  process.exit(0)
}
const files = process.argv.length > 2 ? process.argv.slice(2) : ['test/citus']
process.env.TEST_CITUS = 'yes'
const { ok } = await runTool('vitest', ['run', ...files])
process.exit(ok ? 0 : 1)

function hasCitus() {
  try {
    const shared = execFileSync('pg_config', ['--sharedir'], { encoding: 'utf8' }).trim()
    return existsSync(join(shared, 'extension/citus.control'))
  } catch {
    return false
  }
}
