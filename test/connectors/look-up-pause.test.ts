import { expect, test } from 'vitest'
import { lookUpPause } from '../../src/connectors/look-up-pause.ts'

const SENT_AT = Date.UTC(2026, 0, 1)
const ACCEPTED = { is: 'accepted', theirs: '7', askAgainInSeconds: 300 } as const

function pauseAt(ageSeconds: number, verdict: Parameters<typeof lookUpPause>[0]): number {
  return lookUpPause(verdict, { firstSentAt: SENT_AT }, SENT_AT + ageSeconds * 1_000)
}

test('a young purchase is looked up soon, an old one at the pace that its supplier asks for', () => {
  const verdict = { ...ACCEPTED, isSoonerAtFirst: true } as const
  const pauses = [0, 8, 40, 41, 1_199, 1_200, 90_000].map((age) => pauseAt(age, verdict))
  expect(pauses).toEqual([5, 5, 10, 11, 300, 300, 300])
})

test('a supplier that names the pause itself is not asked sooner', () => {
  expect([0, 90_000].map((age) => pauseAt(age, ACCEPTED))).toEqual([300, 300])
})
