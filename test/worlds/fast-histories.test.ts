import { expect, test } from 'vitest'
import { isLong } from '../support/length.ts'
import type { Act, Answer } from '../oracle/acts.ts'
import { expectAgreement, findDisagreement } from './check-histories.ts'
import { FastWorld } from './fast/fast-world.ts'
import { PARTNERS } from './acts.ts'
import { linkHistories } from './link-histories.ts'
import { reachedBy } from './marks.ts'
import { RARE_STATES } from './rare-states.ts'
import type { Transcript } from './run-history.ts'
import type { World } from './world.ts'

const RUNS = isLong ? 4_000 : 100
const ACTS_MAX = 120
const LINK_RUNS = isLong ? 10_000 : 20
const LINK_ACTS_MAX = 60
/** A run of ten thousand histories takes six minutes of CPU time. */
const LONG = { timeout: 1_800_000 }
/** The number of LINK_STATES that 20 histories of any seed may miss. */
const LINK_MISSED_MAX = isLong ? 0 : 6
/** The number of rare states that 100 histories of any seed reach. */
const RARE_MIN = isLong ? RARE_STATES.length : 95

test('the deciders agree with the oracle after every act of any history', async () => {
  const seen = new Set<string>()
  await expectAgreement({
    name: 'deciders',
    runs: RUNS,
    actsMax: ACTS_MAX,
    open: () => new FastWorld(PARTNERS),
    onTranscript(transcript) {
      for (const state of reachedBy(transcript)) seen.add(state)
    },
  })
  const missed = RARE_STATES.filter((state) => !seen.has(state))
  const reached = RARE_STATES.length - missed.length
  process.stderr.write(`Histories reached ${reached} of ${RARE_STATES.length} rare states\n`)
  expect(reached, `not reached: ${missed.join('; ')}`).toBeGreaterThanOrEqual(RARE_MIN)
})

test(
  'the deciders of links agree with the oracle after every act of any history',
  LONG,
  async () => {
    const seen = new Set<string>()
    const counts = { histories: 0, links: 0, cards: 0 }
    await expectAgreement({
      name: 'deciders of links',
      runs: LINK_RUNS,
      actsMax: LINK_ACTS_MAX,
      drawn: linkHistories(LINK_ACTS_MAX),
      open: () => new FastWorld(PARTNERS),
      onTranscript(transcript) {
        counts.histories += 1
        for (const { links, orders } of transcript.views) {
          counts.links += links.length
          counts.cards += orders.length
        }
        for (const state of reachedBy(transcript)) seen.add(state)
      },
    })
    process.stderr.write(
      `${counts.histories} histories of ${counts.links} links, ${counts.cards} cards\n`,
    )
    const missed = LINK_STATES.filter((state) => !seen.has(state))
    expect(missed.length, `not reached: ${missed.join('; ')}`).toBeLessThanOrEqual(LINK_MISSED_MAX)
  },
)

/** States that a long run of histories of links reaches. */
const LINK_STATES = [
  'claim 201',
  'claim 402',
  'claim 409',
  'link CANCELLED',
  'link CLAIMED',
  'link EXPIRED',
  'link PARTLY_CLAIMED',
  'link RETURNED',
  'link claimed in part and returned',
  'link sent and failed',
  'link with an order that is open',
  'lapse link 200',
  'release link 200',
  'release link 409',
  'replace link 200',
  'review link 200',
]

test('a seed replays its histories byte for byte', async () => {
  const [first, second] = [await transcripts(), await transcripts()]
  expect(first).toBe(second)
})

async function transcripts(): Promise<string> {
  const all: Transcript[] = []
  await expectAgreement({
    name: 'a replay',
    seed: 5,
    runs: 4,
    actsMax: ACTS_MAX,
    open: () => new FastWorld(PARTNERS),
    onTranscript: (transcript) => void all.push(transcript),
  })
  return JSON.stringify(all)
}

test('a history that fails is shrunk to a few acts, which also fail', async () => {
  const failure = await findDisagreement({
    name: 'a fault',
    seed: 7,
    runs: 100,
    // More acts take twice as long to shrink.
    actsMax: 80,
    open: () => new PaysRefundsTwice(),
  })
  expect(failure?.disagreement).toContain('case_refund')
  expect(failure?.acts.length).toBeLessThanOrEqual(20)
  expect(JSON.stringify(failure?.acts)).toContain('"case"')
})

/** A world that shows each refund twice. */
class PaysRefundsTwice implements World {
  readonly #world = new FastWorld(PARTNERS)

  take(act: Act): Promise<readonly Answer[]> {
    return this.#world.take(act)
  }

  async view(partner: number) {
    const view = await this.#world.view(partner)
    const movements = view.movements.flatMap((one) =>
      one[0] === 'case_refund' ? [one, one] : [one],
    )
    return { ...view, movements }
  }
}
