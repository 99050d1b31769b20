import * as fc from 'fast-check'
import type { Act } from '../oracle/acts.ts'
import { Oracle } from '../oracle/oracle.ts'
import { SEED } from '../support/turns.ts'
import { PARTNERS } from './acts.ts'
import { histories } from './histories.ts'
import { Disagreement, runHistory, type Transcript } from './run-history.ts'
import { Pins } from './pins.ts'
import type { World } from './world.ts'

/** The shrunk form of a failing history, and why it fails. */
export interface Failure {
  readonly acts: readonly Act[]
  readonly disagreement: string
}

interface Check {
  readonly name: string
  readonly runs: number
  readonly actsMax: number
  readonly seed?: number
  /** Draws the histories; by default, histories of all acts. */
  readonly drawn?: fc.Arbitrary<Act[]>
  /** False if only the failure matters, because shrinking takes most of the time. */
  readonly isShrunk?: boolean
  open(): World | Promise<World>
  onTranscript?(transcript: Transcript): void
}

/** Draws histories from a seed. Returns a shrunk history on which world and oracle disagree. */
export async function findDisagreement(checked: Check): Promise<Failure | undefined> {
  const { runs: numRuns, actsMax, open, onTranscript, isShrunk = true } = checked
  const drawn = fc.asyncProperty(checked.drawn ?? histories(actsMax), async (acts) => {
    const transcript = await runHistory(acts, await open(), PARTNERS)
    onTranscript?.(transcript)
  })
  const result = await fc.check(drawn, {
    numRuns,
    seed: checked.seed ?? SEED,
    endOnFailure: !isShrunk,
  })
  if (!result.failed) return undefined
  const acts = pinned(result.counterexample?.[0] ?? [])
  const cause = result.errorInstance
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return { acts, disagreement: cause instanceof Disagreement ? cause.message : text }
}

/** Throws an error with a failing history, as a test to commit. */
export async function expectAgreement(checked: Check): Promise<void> {
  const failure = await findDisagreement(checked)
  if (failure) {
    throw new Disagreement(`${failure.disagreement}\n\n${testOf(checked.name, failure)}`)
  }
}

/** Returns the acts with the ids that they refer to; leaves out acts that refer to nothing. */
function pinned(acts: readonly Act[]): Act[] {
  const oracle = new Oracle(PARTNERS)
  const pins = new Pins(oracle)
  return acts.flatMap((act) => {
    const one = pins.next(act)
    if (one) oracle.take(one)
    return one ?? []
  })
}

function testOf(name: string, { acts }: Failure): string {
  const lines = acts.map((act) => `  ${JSON.stringify(act)},`)
  return [
    `Commit it to test/worlds/found-histories.test.ts, as a history of ${name}:`,
    `test('<the rule>', () => agree([`,
    ...lines,
    ']))',
  ].join('\n')
}
