const KEY = 'tessera-first-steps-over'

/** True if a user has done or hidden the first steps in this browser. */
export function areFirstStepsDone(userId: number): boolean {
  return localStorage.getItem(`${KEY}-${userId}`) !== null
}

/** Records that a user has done or hidden the first steps. */
export function endFirstSteps(userId: number): void {
  try {
    localStorage.setItem(`${KEY}-${userId}`, '1')
  } catch {
    // The storage is full: the next visit reads the steps again.
  }
}
