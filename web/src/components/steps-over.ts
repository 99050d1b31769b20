const KEY = 'tessera-first-steps-over'

/** Returns whether a user has done or hidden the steps. In another browser they are read again. */
export function areStepsOver(userId: number): boolean {
  return localStorage.getItem(`${KEY}-${userId}`) !== null
}

export function endSteps(userId: number): void {
  localStorage.setItem(`${KEY}-${userId}`, '1')
}
