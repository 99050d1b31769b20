import { inject } from 'vitest'
import { connect, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import { leaseDatabase, releaseDatabase } from './database-pool.ts'

export interface FreshDatabase {
  readonly db: Database
  readonly target: ConnectionTarget
  /** A further pool on the same database, as a second process would have. */
  connectAgain(): Database
  drop(): Promise<void>
}

/**
 * A database of this test's own, with every table and only the rows that migrations insert. A test
 * that counts what statements read needs a new one.
 */
export async function freshDatabase({ isNew = false } = {}): Promise<FreshDatabase> {
  const pooled = await leaseDatabase({ isNew })
  const target = { ...inject('postgres'), database: pooled.name }
  const pools: Database[] = []
  const open = (): Database => {
    const db = connect(target, { connectionsMax: 10, onIdleError: () => undefined })
    pools.push(db)
    return db
  }
  return {
    db: open(),
    target,
    connectAgain: open,
    async drop() {
      await Promise.all(pools.map((pool) => pool.close()))
      await releaseDatabase(pooled)
    },
  }
}
