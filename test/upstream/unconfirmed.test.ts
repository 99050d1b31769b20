import { expect, test } from 'vitest'
import { followUnconfirmed } from '../../src/upstream/unconfirmed.ts'
import { tessera } from '../cli/fixture.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import type { Json } from '../support/client.ts'
import type { HttpProxyOptions } from '../support/http-proxy.ts'
import { ADMIN_TOKEN, anOrder, dataOf } from '../support/service.ts'
import { startPair, UPSTREAM, type Pair } from './pair.ts'

/** Less than an order costs there. */
const FLOAT = '5.00'
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** The first create never arrives, and nobody knows that. */
function firstLost(): HttpProxyOptions['fate'] {
  let made = 0
  return ({ method, target }) => {
    if (method !== 'POST' || target !== '/v2/orders') return { fate: 'pass' }
    made += 1
    return { fate: made === 1 ? 'lose' : 'pass' }
  }
}

function creates({ proxy }: Pair): number {
  return proxy.seen.filter(({ method, target }) => method === 'POST' && target === '/v2/orders')
    .length
}

async function place({ ours, theirs, resold }: Pair): Promise<string> {
  const { productId } = await resold((await theirs.product()).productId)
  return dataOf(await ours.partner.post('/v2/orders', anOrder({ productId }))).id
}

async function shown({ ours }: Pair, id: string): Promise<Json> {
  return dataOf(await ours.admin.get(`/admin/v1/orders/${id}`))
}

async function alertsOf({ ours }: Pair, kind: string, state: string): Promise<Json[]> {
  const alerts: Json[] = dataOf(await ours.admin.get(`/admin/v1/alerts?state=${state}`))
  return alerts.filter((alert) => alert.kind === kind)
}

test('a create whose response was lost, and that is then refused, says once why it waits', async () => {
  const pair = await startPair({ float: FLOAT, fate: firstLost() })
  const id = await place(pair)
  await withoutBackoffs(pair.ours.db, expect.poll(() => creates(pair)).toBeGreaterThan(3))

  const order = await shown(pair, id)

  const said = /available 5.00 USD, required 10.00 USD; an earlier create was not answered/
  const until = / and is looked up until \d{4}-/
  const reason = expect.stringMatching(new RegExp(said.source + '.*' + until.source))
  expect(order).toMatchObject({ status: 'PROCESSING' })
  expect(order.fulfillments).toEqual([
    expect.objectContaining({ lastFault: reason, supplier: 'upstream', account: UPSTREAM }),
  ])
  const at = expect.stringMatching(INSTANT)
  expect(order.fulfillments[0].attempts).toEqual([
    { supplier: 'upstream', account: UPSTREAM, outcome: 'pending', reason, at },
  ])
})

test('an unconfirmed create raises an alert, which is resolved with its outcome', async () => {
  const pair = await startPair({ float: FLOAT, fate: firstLost() })
  const { ours, theirs, account } = pair
  const read = () => followUnconfirmed({ db: ours.db, clock: ours.services.clock })
  const id = await place(pair)
  await expect.poll(() => creates(pair)).toBeGreaterThan(1)
  await expect
    .poll(async () => (await shown(pair, id)).fulfillments[0].lastFault)
    .toMatch(/an earlier create/)
  await read()
  expect(await alertsOf(pair, 'upstream_unconfirmed', 'open')).toEqual([])

  // As if the first create had been sent two minutes earlier.
  await ours.db.pool.query(
    `update upstream_purchases set unsure_until = unsure_until - interval '2 minutes'`,
  )
  await expect
    .poll(async () => {
      await read()
      return alertsOf(pair, 'upstream_unconfirmed', 'open')
    })
    .toMatchObject([
      {
        subject: `upstream:${UPSTREAM}`,
        message: expect.stringMatching(new RegExp(`1 batches; the oldest is of ${id}: .*5.00 USD`)),
        details: { upstream: UPSTREAM, batches: 1, order: id },
      },
    ])

  const deposit = { currency: 'USD', amount: 100, reference: 'more' }
  dataOf(await theirs.admin.post(`/admin/v1/partners/${account.partnerId}/deposits`, deposit))
  await pair.completed(id)
  await read()
  expect(await alertsOf(pair, 'upstream_unconfirmed', 'open')).toEqual([])
  expect(await alertsOf(pair, 'upstream_unconfirmed', 'resolved')).toHaveLength(1)
})

test('an order of an unfunded account names the account: order, attempts, alert and list', async () => {
  const pair = await startPair({ float: FLOAT })
  const { ours } = pair
  // An order that is held already is resumed once, when the float is read for the first time.
  await pair.floatRead()
  const id = await place(pair)
  await ours.waitForOrder(id, 'ON_HOLD')

  const order = await shown(pair, id)
  const [listed] = dataOf(await ours.admin.get('/admin/v1/orders?status=ON_HOLD'))
  const [alert] = await alertsOf(pair, 'supplier_unfunded', 'open')
  const environment = { TESSERA_URL: ours.url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }
  const { stdout } = await tessera(['orders', 'show', id], { environment })

  expect([order.heldFor, listed.heldFor, alert?.subject]).toEqual(
    Array(3).fill(`supplier:upstream:${UPSTREAM}`),
  )
  expect(alert?.message).toContain(`our account at upstream:${UPSTREAM} has no funds`)
  const [{ attempts }] = order.fulfillments
  expect(attempts).toMatchObject([{ supplier: 'upstream', account: UPSTREAM, outcome: 'unfunded' }])
  const [{ at, reason }] = attempts
  const row = stdout.split('\n').find((line) => line.includes(at))
  expect(row).toContain(`upstream:${UPSTREAM}`)
  expect(row).toContain(reason)
})
