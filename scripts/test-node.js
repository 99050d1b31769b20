// `npm run test:node`: runs the conformance tests under other releases of Node.js, from the npm
// packages of their programs, which only this command fetches. Arguments replace the test files.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ROOT, runNpm } from './run-tool.js'

const RELEASES = ['22.23.3', '24.21.0']
const files = process.argv.length > 2 ? process.argv.slice(2) : ['test/conformance']
const program = `node-${process.platform}-${process.arch}`

let failed = 0
for (const release of RELEASES) {
  const prefix = join(ROOT, 'node_modules/.cache', `node-${release}`)
  const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  const { ok } = await runNpm(['install', '--prefix', prefix, ...options, `${program}@${release}`])
  const node = join(prefix, 'node_modules', program, 'bin/node')
  console.log(`Node.js ${release}`)
  const run = [join(ROOT, 'node_modules/.bin/vitest'), 'run', ...files]
  if (!ok || spawnSync(node, run, { cwd: ROOT, stdio: 'inherit' }).status !== 0) failed += 1
}
process.exit(failed)
