// `npm run bench`: installs and builds what is missing, then measures. bench/run.ts has the
// arguments.
import { build } from './build.js'
import { install } from './install.js'
import { requireNodeVersion } from './node-version.js'
import { runTool } from './run-tool.js'

requireNodeVersion()
install()
if (!build().ok) {
  console.error('Tessera could not be built; see above.')
  process.exit(1)
}
process.exit(runTool('tsx', ['bench/run.ts', ...process.argv.slice(2)]).ok ? 0 : 1)
