/**
 * How long a create may still arrive: the upstream accepts timestamps that are off by five minutes,
 * and its clock may be behind ours by as much.
 */
export const CREATE_SECONDS_MAX = 600

const FAULTY_POLL_SECONDS_MAX = 600

/**
 * Returns an interval that varies by a quarter, so that orders of one instant are not polled
 * together.
 */
export function pollInterval(seconds: number): () => number {
  return () => seconds * (0.75 + Math.random() / 2)
}

/** Returns an interval that doubles with each fault in a row, up to ten minutes. */
export function backoffSeconds(seconds: number, faultsBefore: number): number {
  return Math.min(FAULTY_POLL_SECONDS_MAX, seconds * 2 ** faultsBefore)
}
