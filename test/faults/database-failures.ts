import type { FailingServer } from './failing-server.ts'

/** Prepares a failure of a database, and returns a function that makes it happen. */
export type DatabaseFailure = (server: FailingServer) => Promise<() => Promise<void>>

/**
 * A synchronous standby is promoted, which loses nothing. `failover.test.ts` promotes one that
 * loses commits.
 */
export const promotion: DatabaseFailure = async (server) => {
  const standby = await server.addStandby()
  await server.commitThroughStandby()
  return async () => {
    await server.crash()
    await server.promote(standby)
  }
}

export const recovery: DatabaseFailure = (server) =>
  Promise.resolve(async () => {
    await server.crash()
    await server.recover()
  })
