import { vi } from 'vitest'

/** As long as a slow machine may need; it ends as soon as it can. */
const TIMEOUT_MS = 60_000
const INTERVAL_MS = 10

/** What `look` answers, once it throws no more. */
export function eventually<T>(look: () => T | Promise<T>, interval = INTERVAL_MS): Promise<T> {
  return vi.waitFor(look, { timeout: TIMEOUT_MS, interval })
}
