import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Db } from './db.ts'
import { isConnectionLost, Outage } from './faults.ts'
import type { Statement } from './sql.ts'

/** The most times that one statement is tried. */
const TRIES_MAX = 5
const PAUSE_MS = 500

/**
 * Returns a reader for long work of many statements: a statement whose connection is lost is sent
 * again. Throws Outage if the server has a new life since, because earlier results may come from
 * commits that are lost now. Not for writes.
 */
export function repeatReads(db: Database): Db {
  let life: string | undefined
  return {
    kind: 'db',
    async rows(statement) {
      const rows = await rowsOf(db, statement)
      life ??= db.life.current
      if (db.life.current === life) return rows
      throw new Outage(new Error('the database has a new life since the work began'))
    },
  }
}

async function rowsOf<Row>(db: Database, statement: Statement<Row>): Promise<Row[]> {
  for (let triesLeft = TRIES_MAX - 1; ; triesLeft -= 1) {
    try {
      return await db.rows(statement)
    } catch (error) {
      if (triesLeft === 0 || !isConnectionLost(error)) throw error
    }
    await pause(PAUSE_MS)
  }
}
