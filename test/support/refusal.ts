import { Refusal } from '../../src/core/mod.ts'

/** The refusal that the promise ends in; fails the test where it answers, or ends otherwise. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  const error = await promise.then(
    (answer) => new Error('was not refused', { cause: answer }),
    (reason: unknown) => reason,
  )
  if (error instanceof Refusal) return error
  throw error
}
