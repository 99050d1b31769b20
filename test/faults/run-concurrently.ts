const WORKERS = 8

/** Runs `work` for each value, for up to WORKERS values at a time. */
export async function runConcurrently<T>(
  values: readonly T[],
  work: (value: T) => Promise<void>,
): Promise<void> {
  const queue = [...values]
  const workSome = async (): Promise<void> => {
    for (let value = queue.shift(); value !== undefined; value = queue.shift()) await work(value)
  }
  await Promise.all(Array.from({ length: WORKERS }, workSome))
}
