/** What a timestamp may be off there, and as long again for what a request waits for on its way. */
export const CREATE_SECONDS_MAX = 600

/** A quarter more or less, so that orders of one moment do not ask in one moment again. */
export function looksEvery(seconds: number): () => number {
  return () => seconds * (0.75 + Math.random() / 2)
}
