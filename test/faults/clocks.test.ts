import { describe, expect, onTestFinished, test } from 'vitest'
import { MS_PER_HOUR, parseOrderId, systemClock } from '../../src/core/mod.ts'
import { Http, signedClient } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { followedClock, machineAhead } from '../support/machine-clock.ts'
import {
  anOrder,
  dataOf,
  shareService,
  startService,
  type RunningService,
} from '../support/service.ts'
import { makeInstallation } from './service-process.ts'

const FOUR_DAYS_MS = 96 * MS_PER_HOUR
/** Lets a process start whatever the clock of its machine says. */
const NO_LIMIT = { clockSkewSecondsMax: 10 * 86_400 }

/** Places an order that has waited for stock for `hours` hours. */
async function waitingOrder(service: RunningService, hours: number): Promise<string> {
  const supplierSettings = { outcome: 'out_of_stock' }
  const { productId } = await service.product({ supplier: 'sandbox', supplierSettings })
  const { id } = dataOf(await service.partner.post('/v2/orders', anOrder({ productId })))
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  const { partnerId, orderNo } = parseOrderId(id) ?? {}
  await service.db.pool.query(
    `update orders set status_since = status_since - make_interval(hours => $3)
     where partner_id = $1 and order_no = $2`,
    [partnerId, orderNo, hours],
  )
  return id
}

describe('instants come from the database’s clock, whatever the machine’s clock says', () => {
  test('a process on a machine four days ahead cancels no order before its deadline', async () => {
    const service = await startService({ funds: { USD: '100.00' } })
    const fresh = await waitingOrder(service, 0)
    await service.another(NO_LIMIT, machineAhead(FOUR_DAYS_MS))

    // The sweep that cancels the late orders has also read the fresh one.
    for (let sweep = 0; sweep < 2; sweep += 1) {
      await service.waitForOrder(await waitingOrder(service, 73), 'CANCELLED')
    }

    const { status } = dataOf(await service.partner.get(`/v2/orders/${fresh}`))
    expect(status).toBe('OUT_OF_STOCK')
  })

  test.each([FOUR_DAYS_MS, -FOUR_DAYS_MS])(
    'orders and export links have instants of the database on a machine that is off by %i ms',
    async (aheadMs) => {
      const service = await startService({ funds: { USD: '100.00' } })
      await service.product()
      const { url } = await service.another(NO_LIMIT, machineAhead(aheadMs))
      const http = new Http(url)
      onTestFinished(() => http.close())
      const there = signedClient(http, service.partner.credentials)

      const { id, createdAt } = dataOf(await there.post('/v2/orders', anOrder()))
      await service.waitForOrder(id, 'COMPLETED')
      const { expiresAt } = dataOf(await there.get(`/v2/orders/${id}/fulfillments/export`))
      const later = dataOf(await service.partner.post('/v2/orders', anOrder()))

      for (const instant of [createdAt, expiresAt, later.createdAt]) {
        expect(Math.abs(Date.parse(instant) - systemClock.now())).toBeLessThan(MS_PER_HOUR)
      }
    },
  )
})

describe('a clock that differs from the database’s by more than TESSERA_CLOCK_SKEW_SECONDS', () => {
  const sharedService = shareService()

  test.each([
    [FOUR_DAYS_MS, 'ahead of'],
    [-FOUR_DAYS_MS, 'behind'],
  ])('refuses the start, in one line (%i ms)', async (aheadMs, side) => {
    const service = await sharedService()

    await expect(service.another({}, machineAhead(aheadMs))).rejects.toThrow(
      new RegExp(
        // A second less is certain if the database was slow to respond.
        `^TESSERA_CLOCK_SKEW_SECONDS: [^\\n]+ is 345[56]\\d\\d s ${side} [^\\n]+ 5 s are allowed: `,
      ),
    )
  })

  test('ends `tessera serve` with that line and exit code 1', async () => {
    const ahead = `const{now}=Date;Date.now=()=>now()+${FOUR_DAYS_MS}`
    const preload = `--import=data:text/javascript,${encodeURIComponent(ahead)}`

    await expect(makeInstallation().start({ NODE_OPTIONS: preload })).rejects.toThrow(
      /^it ended with 1: [^\n]*TESSERA_CLOCK_SKEW_SECONDS: [^\n]+\n$/,
    )
  })

  test('is reported by GET /health/ready until it is corrected', async () => {
    const service = await sharedService()
    const machine = machineAhead(0)
    const { url } = await service.another({}, machine)
    const http = new Http(url)
    onTestFinished(() => http.close())
    const ready = () => http.send({ method: 'GET', target: '/health/ready' })
    expect((await ready()).status).toBe(200)

    machine.aheadMs = 60_000
    await eventually(async () => expect((await ready()).status).toBe(503))
    expect((await ready()).body).toEqual({
      status: 'clock skew',
      reason: expect.stringMatching(/\b(60|5\d) s ahead of/),
    })

    machine.aheadMs = 0
    await eventually(async () => expect((await ready()).status).toBe(200))
  })

  test('is ignored if it is the database’s clock that leaps, so no deadline passes', async () => {
    const { db, target, drop } = await freshDatabase()
    onTestFinished(drop)
    await db.pool.query(`
      create table leap as select interval '0' as by;
      create function clock_timestamp() returns timestamptz language sql as
        'select pg_catalog.clock_timestamp() + (select by from leap)';
      do $$ begin
        execute format(
          'alter database %I set search_path = public, pg_catalog', current_database());
      end $$`)
    const clock = await followedClock(target, systemClock, 5)
    const leap = (by: string) => db.pool.query('update leap set by = $1', [by])

    await leap('4 days')
    await eventually(() => expect(clock.skew).toContain('345600 s behind'))
    expect(Math.abs(clock.now() - systemClock.now())).toBeLessThan(MS_PER_HOUR)

    await leap('2 seconds')
    await eventually(() => expect(clock.skew).toBeUndefined())
    expect(clock.now() - systemClock.now()).toBeGreaterThan(1_000)
  })
})
