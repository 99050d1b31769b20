import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { connect, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import { TEMPLATE } from './global-setup.ts'

export interface FreshDatabase {
  readonly db: Database
  readonly target: ConnectionTarget
  /** A further pool on the same database, as a second process would have. */
  connectAgain(): Database
  drop(): Promise<void>
}

/** A database of this test's own, with every table and no row. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name} template ${TEMPLATE}`)
  const target = { ...server, database: name }
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
      await onServer(`drop database ${name} with (force)`)
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const admin = connect(inject('postgres'), { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(statement)
  await admin.close()
}
