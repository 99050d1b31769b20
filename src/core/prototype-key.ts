/**
 * Whether an object that a caller gave this key, with this value, reaches for a prototype. No body
 * may have one, so nothing may be named so that a body would have to.
 */
export function reachesForPrototype(key: string, value: unknown): boolean {
  if (key === '__proto__') return true
  if (key !== 'constructor' || typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, 'prototype')
}
