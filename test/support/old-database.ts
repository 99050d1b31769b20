import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/db/mod.ts'
import { projectText } from '../architecture/sources.ts'

const FILES = readdirSync(new URL('../../migrations/', import.meta.url))
  .filter((name) => /^\d{4}_.*\.sql$/.test(name))
  .toSorted()

export interface OldDatabase {
  readonly db: Database
  /** Applies the migrations up to this file, and the file itself. */
  migrateTo(file: string): Promise<void>
}

/** Makes a database with the schema from before a migration. It is dropped after the test. */
export async function databaseBefore(file: string): Promise<OldDatabase> {
  const server = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(server, { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(`create database ${database}`)
  const db = connect({ ...server, database }, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await admin.pool.query(`drop database ${database} with (force)`)
    await admin.close()
  })
  let applied = 0
  const apply = async (end: number): Promise<void> => {
    for (; applied < end; applied += 1) {
      await db.pool.query(projectText(`migrations/${FILES[applied] ?? ''}`))
    }
  }
  await apply(placeOf(file))
  return { db, migrateTo: (last) => apply(placeOf(last) + 1) }
}

function placeOf(file: string): number {
  const at = FILES.indexOf(file)
  if (at === -1) throw new Error(`there is no migration ${file}`)
  return at
}
