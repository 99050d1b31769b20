// Generated. `npx vitest run test/sdk/operations.test.ts -u` writes it.

/** The version of this package. */
export const VERSION = '0.2.0'
