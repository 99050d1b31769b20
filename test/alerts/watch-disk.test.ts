import { expect, test } from 'vitest'
import { checkReplication } from '../../src/alerts/watch-replication.ts'
import { openAlertsOf } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, startService } from '../support/service.ts'

const FULL = {
  status: 'disk full',
  reason: 'the disk of the database is full: it writes nothing until there is room',
}

test('while the disk is full no process is ready, and an alert says so; with room it is resolved', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { db, url, partner } = service
  const { productId } = await service.product()
  const order = () => partner.post('/v2/orders', anOrder({ productId, amount: 10, quantity: 1 }))
  const alerts = async () => [...(await openAlertsOf(db, 'disk_full')).values()]
  const ready = async () => {
    const response = await fetch(`${url}/health/ready`)
    return { status: response.status, body: await response.json() }
  }
  // The error of a write that needs another page of a table.
  await db.rows(sql`
    create function no_room() returns event_trigger language plpgsql as
      $$ begin raise sqlstate '53100'; end $$`)
  await db.rows(sql`
    create function no_room_for_rows() returns trigger language plpgsql as
      $$ begin raise sqlstate '53100'; end $$`)
  await db.rows(sql`
    create event trigger no_room on ddl_command_end when tag in ('CREATE TABLE AS')
      execute function no_room()`)
  await db.rows(sql`
    create trigger no_room before insert on transfers execute function no_room_for_rows()`)

  expect(await ready()).toMatchObject({ status: 200 })
  expect(await order()).toMatchObject({ status: 503 })

  await eventually(async () => {
    expect(await ready()).toMatchObject({ status: 503, body: FULL })
    expect(await alerts()).toMatchObject([{ severity: 'critical', message: FULL.reason }])
  })
  expect(service.logged.filter((line) => line.includes('not ready: the disk'))).toHaveLength(1)

  await db.rows(sql`drop event trigger no_room`)
  await db.rows(sql`drop trigger no_room on transfers`)
  await eventually(async () => {
    expect(await ready()).toMatchObject({ status: 200 })
    expect(await alerts()).toEqual([])
  })
  expect(await order()).toMatchObject({ status: 201 })
})

test('a statement that needs room for itself only does not make a process unready', async () => {
  const { db, services } = await startService()
  await eventually(() => expect(services.db.disk.isSuspected).toBe(false))

  services.db.disk.note(Object.assign(new Error('no room to sort'), { code: '53100' }))

  await eventually(() => expect(services.db.disk.isSuspected).toBe(false))
  expect(services.findFault()).toBeUndefined()
  await db.rows(sql`select 1`)
})

test('an alert names a standby that is away while its slot retains the log', async () => {
  const { db, services } = await startService()
  const options = { db, clock: services.clock, replicationLagSeconds: 1 }
  const messages = async (keptBytesMax?: number) => {
    await checkReplication(options, keptBytesMax)
    return [...(await openAlertsOf(db, 'replication_lag')).values()].map(({ message }) => message)
  }
  const slot = `standby_${process.pid}`
  await db.rows(sql`select pg_create_physical_replication_slot(${slot}, true)`)
  await db.rows(sql`select pg_logical_emit_message(false, 'probe', 'more log')`)

  expect(await messages(0)).toContainEqual(expect.stringContaining(`the slot ${slot} is away`))
  expect(await messages()).toEqual([])

  await db.rows(sql`select pg_drop_replication_slot(${slot})`)
  expect(await messages(0)).toEqual([])
})
