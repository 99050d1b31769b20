// `npm run bench`: installs and builds what is missing, then measures. bench/run.ts has the
// arguments.
import { build } from './build.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTool } from './run-tool.js'

requireNodeVersion()
await install()
const built = await build()
if (!built.ok) {
  console.error('Tessera could not be built; see above.')
  process.exit(1)
}
const { ok } = await runTool('tsx', ['bench/run.ts', ...process.argv.slice(2)])
process.exit(ok ? 0 : 1)
