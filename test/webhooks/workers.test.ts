import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { textOf } from '../support/pause.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { isConnectionLost, sql } from '../../src/db/mod.ts'
import { WebhookWorker } from '../../src/webhooks/mod.ts'
import { shareService, type RunningService } from '../support/service.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { withClient } from '../support/with-client.ts'
import { append, LOCAL, openEndpoint } from './feed.ts'

/** By how much the clock is ahead of the machine's. */
let aheadMs = 0
const clock = {
  now: () => systemClock.now() + aheadMs,
  monotonic: () => systemClock.monotonic() + aheadMs,
}
/** So long that no test gets an endpoint because its lease has expired. */
const LEASE_SECONDS = 3_600
/** A service without a worker; nothing wakes the workers of the tests. */
const open = shareService({ settings: { ...LOCAL, role: 'api' }, clock })

function onFault(error: unknown): never {
  expect.unreachable(String(error))
}

function startWorker(
  { services: { db, vault, webhookSender } }: RunningService,
  onSendFault: (error: unknown) => void = onFault,
): WebhookWorker {
  const sending = { sender: webhookSender, leaseSeconds: LEASE_SECONDS, onFault: onSendFault }
  const options = { db, clock, vault, ...sending }
  const worker = new WebhookWorker(options)
  worker.start()
  onTestFinished(() => worker.stop())
  return worker
}

/** Changes the feed as if the events of the partner had been relayed long ago. */
async function age({ db, partner }: RunningService): Promise<void> {
  const update = "update feeds set relayed_at = '-infinity' where partner_id = $1"
  await db.pool.query(update, [partner.partnerId])
}

async function leasedUntil({ db, partner }: RunningService): Promise<unknown> {
  const query = 'select lease_until::text as until from webhook_endpoints where partner_id = $1'
  return (await db.pool.query<{ until: string }>(query, [partner.partnerId])).rows[0]?.until
}

async function queuedEvents({ db, partner }: RunningService): Promise<number[]> {
  const query = 'select event_no from webhook_deliveries where partner_id = $1'
  const { rows } = await db.pool.query<{ event_no: bigint }>(query, [partner.partnerId])
  return rows.map((row) => Number(row.event_no))
}

/** Checks repeatedly, each time a fifth of a second later by the clock of the workers. */
function poll<T>(read: () => T) {
  return expect.poll(() => {
    aheadMs += 200
    return read()
  })
}

function accept(response: ServerResponse): void {
  response.writeHead(204).end()
}

/** Leaves requests without a response until they are released. */
function holdResponses(respond: (handler: (response: ServerResponse) => void) => void) {
  const openResponses: ServerResponse[] = []
  respond((response) => void openResponses.push(response))
  return {
    openResponses,
    release() {
      respond(accept)
      for (const response of openResponses) accept(response)
    },
  }
}

test('an idle worker polls once a second, and begins no transaction', async () => {
  const service = await open()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const sent = (text: string) =>
    query.mock.calls.filter(([one]: readonly unknown[]) => textOf(one).includes(text)).length
  const begunAt = clock.monotonic()
  startWorker(service)
  await poll(() => sent('from webhook_endpoints e')).toBeGreaterThan(3)
  expect(sent('from webhook_endpoints e')).toBeLessThan((clock.monotonic() - begunAt) / 1_000 + 2)
  expect(sent('update webhook_endpoints e')).toBe(0)
})

test('an endpoint is released once it has got everything, and leased for the events of a later relay', async () => {
  const service = await open()
  const { arrived } = await openEndpoint(service)
  startWorker(service)
  const [first] = await append(service, [{ subject: 'a' }])
  await poll(arrived).toEqual([first])
  await poll(() => leasedUntil(service)).toBe('-infinity')

  const [second] = await append(service, [{ subject: 'a' }])
  await poll(arrived).toEqual([first, second])
})

test('an endpoint that is enabled gets the waiting events, however long ago they were relayed', async () => {
  const service = await open()
  const { path, arrived } = await openEndpoint(service)
  const other = await open()
  const { arrived: otherArrived } = await openEndpoint(other)
  await service.partner.send('PATCH', path, { body: { state: 'PAUSED' } })
  const published = await append(service, [{ subject: 'a' }, { subject: 'b' }])
  await age(service)
  startWorker(service)
  const polled = await append(other, [{ subject: 'a' }])
  await poll(otherArrived).toEqual(polled)

  await service.partner.send('PATCH', path, { body: { state: 'ENABLED' } })
  await poll(arrived).toEqual(published)
})

test('the next worker sends the events that a stopped one has not sent, and no others', async () => {
  const service = await open()
  const { receiver, arrived } = await openEndpoint(service)
  const { openResponses, release } = holdResponses(receiver.respond)
  const stopping = startWorker(service)
  const published = await append(service, [{ subject: 'a' }, { subject: 'a' }])
  await poll(() => openResponses.length).toBe(1)
  // The delivery takes so long that it is queued, and so is the next event of its subject.
  await poll(() => queuedEvents(service)).toContain(published[0])
  published.push(...(await append(service, [{ subject: 'a' }])))
  await poll(() => queuedEvents(service)).toContain(published[2])
  const other = await open()
  const { arrived: otherArrived } = await openEndpoint(other)
  await append(other, [{ subject: 'a' }])
  await poll(otherArrived).toHaveLength(1)
  await poll(() => leasedUntil(other)).toBe('-infinity')
  await append(other, [{ subject: 'a' }])
  await age(other)
  startWorker(service)
  await poll(otherArrived).toHaveLength(2)
  await age(service)

  const stopped = stopping.stop()
  release()
  await stopped
  await poll(arrived).toEqual(published)
})

test('reading a queued event once more does not reset its attempts', async () => {
  const service = await open()
  const { receiver, arrived, path } = await openEndpoint(service)
  receiver.respond((response) => void response.writeHead(500).end())
  const first = startWorker(service)
  const [failed] = await append(service, [{ subject: 'a' }])
  const deliveries = async () =>
    (await service.partner.get(`${path}/deliveries`)).body.data.map(
      ({ attempt }: { attempt: number }) => attempt,
    )
  await poll(deliveries).toEqual([1])
  await first.stop()
  receiver.respond((response) => void response.writeHead(204).end())
  // The state that a process leaves if it was killed while an earlier event was under way.
  const back = 'update webhook_endpoints set last_event = last_event - 1 where partner_id = $1'
  await service.db.pool.query(back, [service.partner.partnerId])
  const [other] = await append(service, [{ subject: 'b' }])
  startWorker(service)
  await expect.poll(arrived).toEqual([failed, other])

  await poll(deliveries).toEqual([2, 1, 1])
  expect(arrived()).toEqual([failed, other, failed])
})

test('results of an earlier life of the database are not written: a refused event is sent again', async () => {
  const service = await open()
  const { partnerId } = service.partner
  const { receiver, arrived } = await openEndpoint(service)
  receiver.respond((response) => void response.writeHead(500).end())
  const faults: unknown[] = []
  startWorker(service, (error) => faults.push(error))
  const [refused] = await append(service, [{ subject: 'a' }])
  await poll(() => queuedEvents(service)).toEqual([refused])
  const { release } = holdResponses(receiver.respond)
  const [accepted] = await append(service, [{ subject: 'b' }])
  await poll(arrived).toEqual([refused, accepted])

  await withClient(service.target, async (client) => {
    await client.query('begin')
    const own = 'where partner_id = $1'
    await client.query(`select from webhook_endpoints ${own} for update`, [partnerId])
    release()
    await untilOneWaits(service.db)
    // As on a standby that had the lease, and not the refusal.
    await client.query(`delete from webhook_deliveries ${own}`, [partnerId])
    const back = `last_event = $2, lease_until = now(), due_at = null`
    await client.query(`update webhook_endpoints set ${back} ${own}`, [partnerId, 0])
    await service.db.rows(sql`delete from server_life`)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await client.query('commit')
  })

  await poll(() => new Set(arrived().slice(2))).toEqual(new Set(arrived().slice(0, 2)))
  // The end of a life is not a fault.
  expect(faults.filter((fault) => !isConnectionLost(fault))).toEqual([])
})
