import { Refusal } from '../../src/core/mod.ts'

/** Returns the refusal that the promise rejects with. Any other end fails the test. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    (answer) => new Error('was not refused', { cause: answer }),
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error
  throw error
}
