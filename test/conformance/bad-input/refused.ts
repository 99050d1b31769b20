import pLimit from 'p-limit'
import { expect } from 'vitest'
import { contents } from './contents.ts'
import type { Fixture } from './fixture.ts'

/** Requests sent one after the other would take up to twice the CPU time. */
const concurrently = pLimit(8)

/** Expects that all requests are refused, and that only tables in `changing` change. */
export async function expectRefused(
  fixture: Fixture,
  cases: readonly { readonly label: string; readonly fault: () => Promise<string | undefined> }[],
  changing: readonly string[] = [],
): Promise<void> {
  const before = await contents(fixture.db, changing)
  const faults = await concurrently.map(cases, async ({ label, fault }) => {
    const description = await fault()
    return description === undefined ? [] : [`${label} -> ${description}`]
  })
  expect(faults.flat()).toEqual([])
  expect(cases.length).toBeGreaterThan(0)
  expect(await contents(fixture.db, changing)).toEqual(before)
}
