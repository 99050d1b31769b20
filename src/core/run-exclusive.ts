/** The last queued work of each key. */
const lasts = new WeakMap<object, Promise<unknown>>()

/** Runs `work` once all earlier calls with the same `key` have ended. */
export function runExclusive<T>(key: object, work: () => Promise<T>): Promise<T> {
  const result = (lasts.get(key) ?? Promise.resolve()).then(work)
  lasts.set(
    key,
    result.catch(() => undefined),
  )
  return result
}
