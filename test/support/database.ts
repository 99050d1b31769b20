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

/** A database of this test's own, with every table and only the rows that migrations insert. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const { target, release } = (await makeElsewhere?.()) ?? (await leaseForTest())
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
      await release()
    },
  }
}

interface TestDatabase {
  readonly target: ConnectionTarget
  release(): Promise<void>
}

let makeElsewhere: (() => Promise<TestDatabase>) | undefined

/** Makes later tests use the databases of `make`; undefined means the server of the run. */
export function makeDatabasesBy(make: (() => Promise<TestDatabase>) | undefined): void {
  makeElsewhere = make
}

async function leaseForTest(): Promise<TestDatabase> {
  const pooled = await leaseDatabase()
  const target = { ...inject('postgres'), database: pooled.name }
  return { target, release: () => releaseDatabase(pooled) }
}
