import pLimit from 'p-limit'
import { expect } from 'vitest'
import { contents } from './contents.ts'
import type { Fixture } from './fixture.ts'

/** Requests that are sent one after the other take up to twice the CPU time. */
const concurrently = pLimit(8)

/**
 * Runs bad requests, and lists each that is not refused as expected. Only the tables in `but` may
 * change.
 */
export async function expectRefused(
  fixture: Fixture,
  cases: readonly { readonly label: string; readonly fault: () => Promise<string | undefined> }[],
  but: readonly string[] = [],
): Promise<void> {
  const before = await contents(fixture.db, but)
  const found = await concurrently.map(cases, async ({ label, fault }) => {
    const what = await fault()
    return what === undefined ? [] : [`${label} -> ${what}`]
  })
  expect(found.flat()).toEqual([])
  expect(cases.length).toBeGreaterThan(0)
  expect(await contents(fixture.db, but)).toEqual(before)
}
