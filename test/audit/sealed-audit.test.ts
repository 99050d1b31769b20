import { hash, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealEntries } from '../../src/audit/mod.ts'
import type { Json } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

let now = Date.UTC(2026, 0, 30, 12)
let service: RunningService

beforeAll(async () => {
  service = await openService({
    clock: { now: () => now, monotonic: () => performance.now() },
    // The test seals.
    settings: { role: 'api' },
  })
  for (let day = 0; day < 3; day += 1) {
    for (const name of ['Acme', 'Bolt', 'Cord']) {
      dataOf(await service.admin.post('/admin/v1/partners', { name }))
    }
    await sealEntries(service.services)
    now += MS_PER_DAY
  }
})
afterAll(() => service.end())

async function verificationOf(query = ''): Promise<Json> {
  return dataOf(await service.admin.get(`/admin/v1/audit/verification${query}`))
}

/** Runs a statement, verifies the log, and undoes the statement. */
async function verifyAfter(statement: string): Promise<Json> {
  const { pool } = service.db
  const tables = ['audit_entries', 'audit_links', 'audit_days', 'audit_outbox']
  for (const table of tables) await pool.query(`create table copy_${table} as table ${table}`)
  try {
    await pool.query(statement)
    return await verificationOf()
  } finally {
    await pool.query('truncate audit_entries, audit_links, audit_days, audit_outbox')
    for (const table of ['audit_days', 'audit_entries', 'audit_links', 'audit_outbox']) {
      await pool.query(`insert into ${table} overriding system value table copy_${table}`)
      await pool.query(`drop table copy_${table}`)
    }
  }
}

test('a chain that nobody touched is intact, as a whole and by days', async () => {
  const { head, ...verification } = await verificationOf()

  expect(verification).toEqual({ intact: true, days: 3, entries: 11, late: 0 })
  expect(await verificationOf(`?head=${head}&from=2026-01-31&to=2026-02-01`)).toMatchObject({
    intact: true,
    days: 1,
    entries: 3,
  })
})

test('an export proves itself: its hashes are computed from its lines, its heads are signed', async () => {
  const { text } = await service.admin.get('/admin/v1/audit/export')
  let previous = Buffer.alloc(32)
  const lines = text.trimEnd().split('\n')
  const kinds = lines.map((line) => {
    const { hash: stored, head } = JSON.parse(line)
    if (head === undefined) {
      const record = `{${line.slice('{"hash":"",'.length + stored.length)}`
      previous = hash('sha256', Buffer.concat([previous, Buffer.from(record)]), 'buffer')
      expect(previous.toString('hex')).toBe(stored)
      return 'entry'
    }
    expect(head.hash).toBe(previous.toString('hex'))
    const { day, entries, sealedAt, isClosed, publicKey, signature } = head
    const state = isClosed ? 'closed' : 'open'
    const signed = ['tessera audit', day, entries, head.hash, sealedAt, state].join('\n')
    const proof = Buffer.from(signature, 'base64')
    expect(verify(null, Buffer.from(signed), publicKey, proof)).toBe(true)
    return 'head'
  })
  const days = [5, 3, 3].map((count) => [...Array.from({ length: count }, () => 'entry'), 'head'])
  expect(kinds).toEqual(days.flat())
})

test.each<[string, string, Json]>([
  [
    'an entry is edited',
    `update audit_entries set reason = 'x' where audit_id = 6`,
    { day: '2026-01-31', place: 1, auditId: 6 },
  ],
  [
    'an instant is moved by a microsecond',
    `update audit_entries set occurred_at = occurred_at + interval '1 microsecond'
     where audit_id = 7`,
    { day: '2026-01-31', place: 2, auditId: 7 },
  ],
  [
    'an entry is deleted',
    'delete from audit_entries where audit_id = 8',
    { day: '2026-01-31', place: 3, auditId: 8 },
  ],
  [
    'an entry is added',
    `insert into audit_entries (occurred_at, actor_kind, actor, action, target)
     values (now(), 'system', 'demo', 'nothing', 'nobody')`,
    { message: expect.stringContaining('without being sealed') },
  ],
  [
    'an entry is added before the first one',
    `insert into audit_entries (audit_id, occurred_at, actor_kind, actor, action, target)
     overriding system value values (-7, now(), 'system', 'demo', 'nothing', 'nobody')`,
    { auditId: -7, message: expect.stringContaining('without being sealed') },
  ],
  [
    'an entry is added behind more entries than one read looks up',
    `with waiting as (
       insert into audit_entries (audit_id, occurred_at, actor_kind, actor, action, target)
       overriding system value
       select id, now(), 'system', 'demo', 'nothing', 'nobody'
       from generate_series(1000001, 1050000) as id returning audit_id)
     insert into audit_outbox select audit_id from waiting;
     insert into audit_entries (audit_id, occurred_at, actor_kind, actor, action, target)
     overriding system value values (2000000, now(), 'system', 'demo', 'nothing', 'nobody')`,
    { auditId: 2000000, message: expect.stringContaining('without being sealed') },
  ],
  [
    'the newest entries are deleted with their links',
    `with cut as (delete from audit_links where day = '2026-02-01' and place > 1 returning audit_id)
     delete from audit_entries where audit_id in (select audit_id from cut)`,
    { day: '2026-02-01', place: 2 },
  ],
  [
    'the last day is removed whole',
    `with cut as (delete from audit_links where day = '2026-02-01' returning audit_id),
          day as (delete from audit_days where day = '2026-02-01')
     delete from audit_entries where audit_id in (select audit_id from cut)`,
    { day: '2026-01-31' },
  ],
  [
    'a link is added behind the head',
    `insert into audit_links select day, place + 100, audit_id + 900000, sealed_at, hash, mac
     from audit_links where place = 2 and day = '2026-01-31'`,
    { day: '2026-01-31', place: 102 },
  ],
])('the first fault is named if %s', async (_what, statement, fault) => {
  expect(await verifyAfter(statement)).toMatchObject({ intact: false, fault })
  expect(await verificationOf()).toMatchObject({ intact: true })
})

test('a chain that was shortened and sealed again lacks the head that an auditor holds', async () => {
  const { head } = await verificationOf('?to=2026-02-01')

  const verification = await verificationOf(
    `?head=${head.replace(/.$/, head.endsWith('0') ? '1' : '0')}`,
  )

  expect(await verificationOf(`?head=${head}`)).toMatchObject({ intact: true })
  expect(verification).toMatchObject({ intact: false, fault: { day: '2026-01-31', place: 3 } })
})

test('a chain whose head was changed is not continued', async () => {
  const { pool } = service.db
  const set = (by: string) => pool.query(`update audit_days set entries = entries ${by} 1`)
  await set('-')
  dataOf(await service.admin.post('/admin/v1/partners', { name: 'Late' }))

  await expect(sealEntries(service.services)).rejects.toThrow('was changed')

  await set('+')
  await sealEntries(service.services)
  expect(await verificationOf()).toMatchObject({ intact: true, days: 4, entries: 12 })
})

test('processes that seal at once seal each entry once, in one chain', async () => {
  const names = Array.from({ length: 20 }, (_, no) => `Partner ${no}`)
  await Promise.all(
    names.map(async (name) => {
      dataOf(await service.admin.post('/admin/v1/partners', { name }))
      await sealEntries(service.services)
    }),
  )
  await sealEntries(service.services)

  expect(await verificationOf()).toMatchObject({ intact: true, entries: 32 })
})

test('an entry that commits after later ones is appended, and none of them changes', async () => {
  const client = await service.db.pool.connect()
  await client.query('begin')
  await client.query(`with entries as (
      insert into audit_entries (occurred_at, actor_kind, actor, action, target)
      values ('${new Date(now).toISOString()}', 'system', 'demo', 'slow', 'nobody')
      returning audit_id)
    insert into audit_outbox select audit_id from entries`)
  dataOf(await service.admin.post('/admin/v1/partners', { name: 'Fast' }))
  await sealEntries(service.services)
  const before = await verificationOf()
  await client.query('commit')
  client.release()

  await sealEntries(service.services)

  expect(await verificationOf(`?head=${before.head}`)).toMatchObject({
    intact: true,
    entries: before.entries + 1,
  })
})
