/** The last work of each key. When it ends, the next one begins. */
const lasts = new WeakMap<object, Promise<unknown>>()

/** Runs work that is heavy on `key` one at a time. Later calls wait. */
export function runExclusive<T>(key: object, work: () => Promise<T>): Promise<T> {
  const mine = (lasts.get(key) ?? Promise.resolve()).then(work)
  lasts.set(
    key,
    mine.catch(() => undefined),
  )
  return mine
}
