/**
 * How long a create may still arrive: what they allow its timestamp to be off, five minutes, with a
 * clock of theirs that is itself as much behind ours.
 */
export const CREATE_SECONDS_MAX = 600

const FAULTY_LOOK_SECONDS_MAX = 600

/** A quarter more or less, so that orders of one moment do not ask in one moment again. */
export function looksEvery(seconds: number): () => number {
  return () => seconds * (0.75 + Math.random() / 2)
}

/** Twice as long each time, where looks find that something is wrong; ten minutes at the most. */
export function looksAgainIn(seconds: number, faultsBefore: number): number {
  return Math.min(FAULTY_LOOK_SECONDS_MAX, seconds * 2 ** faultsBefore)
}
