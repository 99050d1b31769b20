import { expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'

/** A refusal, and the fault that causes it in a write that would be accepted. */
export type Fault<Setting> = readonly [refused: string, spoil: (setting: Setting) => unknown]

/**
 * Tests a table of faults in order of precedence: a write that has the faults of a row and of all
 * rows below it is refused for the fault of the row, and changes nothing.
 */
export function refusesInOrder<Setting>(
  write: string,
  faults: readonly Fault<Setting>[],
  by: {
    readonly begin: () => Setting
    readonly decide: (setting: Setting) => unknown
    /** Reads the rows that a refusal must not change. */
    readonly traceOf: (setting: Setting) => unknown
  },
): void {
  const { begin, decide, traceOf } = by
  test(`${write} without a fault is accepted`, () => {
    expect(outcomeOf(() => decide(begin()))).toBe('accepted')
  })
  for (const [at, [refused]] of faults.entries()) {
    test(`${write} is refused, ${at + 1} of ${faults.length}: ${refused}`, () => {
      const fixture = begin()
      for (const [, spoil] of faults.slice(at).toReversed()) spoil(fixture)
      const before = structuredClone(traceOf(fixture))
      expect(outcomeOf(() => decide(fixture))).toContain(refused)
      expect(traceOf(fixture)).toEqual(before)
    })
  }
}

function outcomeOf(decide: () => unknown): string {
  try {
    decide()
    return 'accepted'
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return `${error.kind}: ${error.message}`
  }
}
