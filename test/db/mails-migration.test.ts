import { readdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '../../src/db/mod.ts'
import { projectText } from '../architecture/sources.ts'

const FILES = readdirSync(new URL('../../migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql') && name !== 'schema.sql')
  .toSorted()
const MAILS = FILES.findIndex((name) => name.endsWith('_mails.sql'))

/** A database as it was before mails kept their rows. */
async function oldDatabase() {
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
  for (const name of FILES.slice(0, MAILS)) await db.pool.query(projectText(`migrations/${name}`))
  return db
}

test('mails of before keep their state, also without a transfer; those of nobody go', async () => {
  const { pool } = await oldDatabase()
  await pool.query(`
    insert into wallets (partner_id, wallet_id, consumer_id, currency, wallet_type, created_at)
    values (1, 9, 7, 'USD', 'STANDARD', now())`)
  await pool.query(`
    insert into notifications (partner_id, transfer_no, wallet_id, status, next_try_at) values
      (1, 1, 9, 'QUEUED', now()), (1, 2, 9, 'FAILED', null), (1, 3, 9, 'SENT', null),
      (1, 4, 8, 'QUEUED', now())`)

  await pool.query(projectText(`migrations/${FILES[MAILS] ?? ''}`))

  const { rows } = await pool.query(`
    select transfer_no::integer as no, status, consumer_id::integer as consumer,
      created_at = date_trunc('milliseconds', created_at) as is_whole
    from notifications order by transfer_no`)
  const kept = { consumer: 7, is_whole: true }
  expect(rows).toEqual([
    { no: 1, status: 'PENDING', ...kept },
    { no: 2, status: 'FAILED', ...kept },
    { no: 3, status: 'SENT', ...kept },
  ])
})
