/** The code of a system or database error, such as ENOENT or 3D000; undefined where it has none. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** For a `catch` that makes its peace with one kind of failure: throws every other. */
export function expectCode(error: unknown, ...codes: readonly string[]): void {
  if (!codes.includes(codeOf(error) ?? '')) throw error
}
