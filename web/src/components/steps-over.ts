const KEY = 'tessera-first-steps-over'

/** Returns whether a user has done or hidden the steps. In another browser they are read again. */
export function areStepsOver(userId: number): boolean {
  return localStorage.getItem(`${KEY}-${userId}`) !== null
}

/** In a browser that has no room left, they are read again at each visit. */
export function endSteps(userId: number): void {
  try {
    localStorage.setItem(`${KEY}-${userId}`, '1')
  } catch {
    // The page shows without them all the same.
  }
}
