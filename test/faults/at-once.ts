const WORKERS = 8

/** Does `work` for each of the values, for some of them at a time. */
export async function atOnce<T>(
  values: readonly T[],
  work: (value: T) => Promise<void>,
): Promise<void> {
  const queue = [...values]
  const workSome = async (): Promise<void> => {
    for (let value = queue.shift(); value !== undefined; value = queue.shift()) await work(value)
  }
  await Promise.all(Array.from({ length: WORKERS }, workSome))
}
