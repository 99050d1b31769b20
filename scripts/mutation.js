// `npm run test:mutation -- [area | file ...] [--sample percent [--from percent]]`: changes the
// code in small ways (mutants) and runs the tests of the area against each change.
// reports/mutation/<area>.html lists the mutants that no test noticed. Results are kept, so the
// next run tests only what has changed.
import { parseArgs } from 'node:util'
import { install } from './install.js'
import { printScores } from './mutation-scores.js'
import { requireNodeVersion } from './node-version.js'
import { runTool } from './run-tool.js'

/** The packages of Stryker are a sixth of all packages, so no other command installs them. */
const FOLDER = 'scripts/stryker'
const AREAS = ['ledger', 'vault', 'orders', 'consumers', 'fulfillment', 'histories']

requireNodeVersion()
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, from: { type: 'string' } },
})
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d?$/.test(value)) continue
  console.error(`--${name} is a number of percent from 1 to 99, not ${value}.`)
  process.exit(2)
}
const { sample, from } = values
/** The part of the name of a report after its area. */
const part = [sample, from && `from-${from}`].filter(Boolean).join('-')
await install(FOLDER)
const targets = positionals.length > 0 ? positionals : AREAS
let failed = 0
for (const target of targets) failed += (await mutate(target)) ? 0 : 1
printScores(AREAS, part)
process.exit(failed === 0 ? 0 : 1)

/** @param {string} target An area, or the path of a file within src. */
async function mutate(target) {
  const file = /^src\/(\w+)\//.exec(target)
  const area = file?.[1] ?? target
  if (!AREAS.includes(area)) {
    console.error(`No such area: ${area}. Choose from ${AREAS.join(', ')}.`)
    return false
  }
  process.env.MUTATION_AREA = area
  if (sample !== undefined) process.env.MUTATION_SAMPLE = sample
  if (from !== undefined) process.env.MUTATION_FROM = from
  process.env.MUTATION_PART = part
  const what = area === 'histories' ? 'the deciders, by random histories alone' : `src/${area}`
  console.log(`mutants of ${file === null ? what : target}`)
  const args = ['run', ...(file === null ? [] : ['--mutate', target])]
  const { ok } = await runTool('stryker', args, { folder: FOLDER })
  return ok
}
