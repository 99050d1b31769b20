import { parseArgs } from 'node:util'
import { build } from './build.js'
import { runTool } from './run-tool.js'

// `npm run simulate -- [--seed n] [--count n] [--minutes n] [--processes n] [--same]`: plays random
// histories of several processes with faults, and checks each against the model. `--same` plays the
// same seed each time, because a seed decides which acts are done, not their timing.
// test/simulation/README.md says how to read a failure.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    count: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '3' },
    same: { type: 'boolean', default: false },
  },
})
for (const name of /** @type {const} */ (['seed', 'count', 'minutes', 'processes'])) {
  if (!/^\d+$/.test(values[name])) throw new Error(`--${name} is not a whole number`)
  process.env[`SIMULATION_${name.toUpperCase()}`] = values[name]
}
if (values.same) process.env['SIMULATION_SAME'] = 'yes'
const built = await build({ quiet: true })
if (!built.ok) throw new Error(built.output)
const { ok } = await runTool('vitest', ['run', 'test/simulation/simulation.test.ts'])
process.exitCode = ok ? 0 : 1
