/** The last work of each key; when it has ended, however it did, the next one begins. */
const lasts = new WeakMap<object, Promise<unknown>>()

/** Does work that takes much of what `key` stands for one at a time: whoever comes later waits. */
export function inTurn<T>(key: object, work: () => Promise<T>): Promise<T> {
  const mine = (lasts.get(key) ?? Promise.resolve()).then(work)
  lasts.set(
    key,
    mine.catch(() => undefined),
  )
  return mine
}
