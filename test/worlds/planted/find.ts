import { findDisagreement, type Failure } from '../check-histories.ts'
import { FastWorld } from '../fast/fast-world.ts'
import { PARTNERS } from '../acts.ts'

const [seed = 1, secondsMax = 600] = process.argv.slice(2).map(Number)
const HISTORIES_AT_ONCE = 200

// Draws histories until one of them fails. Shrinking it would take longer than finding it.
const startedAt = performance.now()
const open = () => new FastWorld(PARTNERS)
const seconds = () => Math.round((performance.now() - startedAt) / 100) / 10
let failure: Failure | undefined
for (let next = seed; !failure && seconds() < secondsMax; next += 1) {
  const drawn = { name: 'planted', seed: next, runs: HISTORIES_AT_ONCE, actsMax: 120 }
  failure = await findDisagreement({ ...drawn, isShrunk: false, open })
}
const [disagreement = ''] = failure?.disagreement.split('\n').slice(1) ?? []
const isFound = failure !== undefined
process.stdout.write(`${JSON.stringify({ isFound, seconds: seconds(), disagreement })}\n`)
