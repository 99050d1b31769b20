/** Returns the message of what was thrown, or `fallback` if that is not an error. */
export function errorMessage(error: unknown, fallback = String(error)): string {
  return error instanceof Error ? error.message : fallback
}
