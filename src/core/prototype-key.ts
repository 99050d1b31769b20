/**
 * True if this key with this value would change an object's prototype. Such bodies are refused, so
 * no field may have such a name.
 */
export function changesPrototype(key: string, value: unknown): boolean {
  if (key === '__proto__') return true
  if (key !== 'constructor' || typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, 'prototype')
}
