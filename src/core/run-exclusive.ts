/** The last queued work of each key. */
const lasts = new WeakMap<object, Promise<unknown>>()

/** Runs `work` once all earlier calls with the same `key` have ended. */
export function runExclusive<T>(key: object, work: () => Promise<T>): Promise<T> {
  const mine = (lasts.get(key) ?? Promise.resolve()).then(work)
  lasts.set(
    key,
    mine.catch(() => undefined),
  )
  return mine
}
