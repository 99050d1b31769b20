import { expect, test } from 'vitest'
import { listAlerts, raiseAlert } from '../../src/alerts/mod.ts'
import { lockProduct } from '../../src/catalog/mod.ts'
import { settleAllDue } from '../../src/connectors/reconcile.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { takeOverAll } from '../../src/takeover/take-over.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import {
  register,
  issuedTo,
  numbersOf,
  shareTessera,
  issueUntil,
} from '../connectors/tessera-bench.ts'
import { batch } from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { anOrder } from '../support/service.ts'
import { type FormerPurchase, formerAccount } from './former.ts'

const bench = shareTessera()

function rowsOf<T>(statement: ReturnType<typeof sql<T>>): Promise<T[]> {
  return bench().fixture.db.rows(statement)
}

function supplyOf({ orderNo }: IssueRequest) {
  return rowsOf(sql<object>`
    select supplier, supplier_settings as settings, lease_epoch <> 1 as is_lost,
           due_at <= now() as is_due
    from fulfillments where order_no = ${orderNo}`)
}

test('an account is taken over with its credential; if its name exists already, it gets a number', async () => {
  const { fixture, seller } = bench()
  const former = await formerAccount(bench())
  const place = { environment: 'live', baseUrl: 'https://elsewhere.test' }
  const { clientId } = former.partner.credentials
  const secrets = { apiKey: 'other', hmacSecret: 'other' }
  const settings = { clientId, currency: 'USD' }
  await register(fixture, { adapter: 'tessera', name: former.name, ...place, secrets, settings })
  const { productId } = await seller.product()

  await takeOverAll(former.options)
  await takeOverAll(former.options)

  const accounts = await rowsOf(sql<object>`
    select adapter, name, environment, settings, low_float_minor::int as low_float, active
    from supplier_accounts where name like ${former.name + '%'} order by account_id`)
  const own = { adapter: 'tessera', environment: 'live', settings, active: true }
  expect(accounts).toEqual([
    { ...own, name: former.name, low_float: null },
    { ...own, name: `${former.name}-2`, low_float: 5_000 },
  ])
  const request = batch(fixture.nextProductId(), bench().newNumber(), {
    settings: { account: `${former.name}-2`, product: String(productId) },
  })
  expect(numbersOf(await issueUntil(former, request, 'issued'))).toEqual(
    await issuedTo(former.partner),
  )
})

test('an open purchase that the seller has is followed to its end, and is not bought again', async () => {
  const { seller } = bench()
  const former = await formerAccount(bench())
  const { productId } = await seller.product()
  const request = await former.batch(productId)
  const reference = await former.purchase(request, { status: 'PLACING' })
  await former.orderThere(request, reference)

  expect(await former.former.lookUp([request])).toMatchObject([{ outcome: 'pending' }])

  const settings = { account: former.name, product: String(productId) }
  expect(await supplyOf(request)).toEqual([
    { supplier: 'tessera', settings, is_lost: true, is_due: true },
  ])
  const outcome = await issueUntil(
    former,
    { ...request, settings, leaseEpoch: undefined },
    'issued',
  )
  expect(numbersOf(outcome)).toEqual(await issuedTo(former.partner))
  expect(await former.partner.orders()).toHaveLength(1)
  const remaining = sql`select from upstream_purchases where order_no = ${request.orderNo}`
  expect(await rowsOf(remaining)).toEqual([])
})

test('a late create that the version before has sent makes no second order', async () => {
  const { seller } = bench()
  const former = await formerAccount(bench())
  const { productId } = await seller.product()
  const request = await former.batch(productId)
  const reference = await former.purchase(request, { status: 'PLACING' })
  await former.former.issue([request])
  const settings = { account: former.name, product: String(productId) }

  const outcome = await issueUntil(
    former,
    { ...request, settings, leaseEpoch: undefined },
    'issued',
  )
  const clientReference = `tessera-1-${request.orderNo}-1-${reference}`
  const late = { ...anOrder({ productId }), clientReference }
  const reply = await former.partner.post('/v2/orders', late)

  expect(reply.status).toBe(409)
  expect(numbersOf(outcome)).toEqual(await issuedTo(former.partner))
})

test('a refusal is not definite while a create of the version before may still arrive', async () => {
  const { fixture, seller } = bench()
  const former = await formerAccount(bench(), '5.00')
  const { productId } = await seller.product()
  const request = await former.batch(productId)
  await former.purchase(request, { status: 'PLACING' })
  await former.former.issue([request])
  const settings = { account: former.name, product: String(productId) }
  const issue = async () =>
    (await former.supplier.issue([{ ...request, settings, leaseEpoch: undefined }]))[0]

  expect(await issue()).toMatchObject({ outcome: 'pending' })
  fixture.clock.set(fixture.clock.now() + 12 * 60_000)
  expect(await issue()).toMatchObject({ outcome: 'unfunded' })
  expect(await former.partner.orders()).toEqual([])
})

test('a purchase whose order was cancelled here goes into stock', async () => {
  const { fixture, seller } = bench()
  const former = await formerAccount(bench())
  const { productId } = await seller.product()
  const request = await former.batch(productId)
  const reference = await former.purchase(request, { status: 'PLACING', released: true })
  await former.orderThere(request, reference)
  await takeOverAll(former.options)
  const stocked: number[] = []

  await eventually(async () => {
    fixture.clock.set(fixture.clock.now() + 60_000)
    await settleAllDue({
      ...former.options,
      floatPollSeconds: 60,
      restocked: (id) => Promise.resolve(void stocked.push(id)),
      funded: () => Promise.resolve(),
      onFault: (error) => expect.unreachable(String(error)),
    })
    expect(stocked).toEqual([request.productId])
  })

  expect(await fixture.freeAfterAudit(request.productId)).toBe(1)
  expect(await former.partner.orders()).toHaveLength(1)
})

const ENDED_PURCHASES: readonly [string, FormerPurchase, object][] = [
  [
    'delivered',
    { status: 'PLACED', theirs: 'o-1', costMinor: 995 },
    { status: 'DONE', cost: '9.95' },
  ],
  ['cancelled there', { status: 'CANCELLED', theirs: 'o-1' }, { status: 'REFUSED', cost: null }],
  ['refused', { status: 'REFUSED' }, { status: 'REFUSED', cost: null }],
  ['closed', { status: 'CLOSED' }, { status: 'CLOSED', cost: null }],
  [
    'in stock',
    { status: 'STOCKED', theirs: 'o-1', released: true, costMinor: 1_000 },
    { status: 'STOCKED', cost: '10' },
  ],
]

test.each(ENDED_PURCHASES)(
  'a purchase that was %s keeps that outcome',
  async (_, bought, expected) => {
    const former = await formerAccount(bench())
    const request = await former.batch(7)
    await rowsOf(sql`
    update fulfillments set status = 'COMPLETED', completed_at = now(), due_at = null
    where order_no = ${request.orderNo}`)
    await former.purchase(request, bought)

    await takeOverAll(former.options)

    const rows = await rowsOf(sql<object>`
    select c.status, trim_scale(c.cost)::text as cost, c.due_at, a.name, b.supplier
    from supplier_creates c join supplier_accounts a using (account_id)
    join fulfillments b using (partner_id, order_no, batch_no)
    where order_no = ${request.orderNo}`)
    expect(rows).toEqual([{ ...expected, due_at: null, name: former.name, supplier: 'tessera' }])
  },
)

test('a purchase is not taken over while its batch has an open purchase elsewhere', async () => {
  const former = await formerAccount(bench())
  const request = await former.batch(7)
  await former.purchase(request, { status: 'REFUSED' })
  const create = sql`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, status, begun_at)
    values (1, ${request.orderNo}, 1, 1, 1, 999, gen_random_uuid(), 1, 'USD', 1000, 1, '{}',
      'PLACED', now())`
  await rowsOf(create)
  const creates = () =>
    rowsOf(sql<object>`
      select create_no, status from supplier_creates
      where order_no = ${request.orderNo} order by create_no`)

  await takeOverAll(former.options)
  expect(await creates()).toEqual([{ create_no: 1, status: 'PLACED' }])
  await rowsOf(sql`
    update supplier_creates set status = 'REFUSED' where order_no = ${request.orderNo}`)
  await takeOverAll(former.options)

  expect(await creates()).toEqual([
    { create_no: 1, status: 'REFUSED' },
    { create_no: 2, status: 'REFUSED' },
  ])
})

test('products buy by the adapter, and alerts and circuits of the former supplier end', async () => {
  const { fixture } = bench()
  const { db, clock } = fixture
  const former = await formerAccount(bench())
  const settings = { upstream: former.name, productId: 7 }
  const productId = fixture.nextProductId()
  await rowsOf(sql`
    update products
    set fallback_suppliers = ${JSON.stringify([{ supplier: 'upstream', settings }])}::jsonb
    where product_id = ${productId}`)
  await rowsOf(sql`
    insert into supplier_health (product_id, supplier, account, unfunded_since, changed_at)
    values (${productId}, 'upstream', ${former.name}, now(), now())`)
  const subject = `supplier:upstream:${former.name}`
  await transact(db, (tx) => {
    const alert = { severity: 'critical', message: 'no funds', at: clock.now() } as const
    raiseAlert(tx, { kind: 'supplier_unfunded', subject, ...alert })
    raiseAlert(tx, { kind: 'supplier_unfunded', subject: 'supplier:tillo:main', ...alert })
    return Promise.resolve()
  })

  await takeOverAll(former.options)

  const route = { supplier: 'tessera', settings: { account: former.name, product: '7' } }
  expect(
    await rowsOf(sql<object>`
    select fallback_suppliers from products where product_id = ${productId}`),
  ).toEqual([{ fallback_suppliers: [route] }])
  expect(await rowsOf(sql`select from supplier_health where supplier = 'upstream'`)).toEqual([])
  const { rows } = await listAlerts(db, { page: 1, pageSize: 100, state: 'open' })
  const open = rows.map((one) => one.subject)
  expect(open).toContain('supplier:tillo:main')
  expect(open).not.toContain(subject)
})

test('a process of the version before no longer polls the float of an account', async () => {
  const former = await formerAccount(bench())
  const ofFormer = sql<object>`
    select account_id from upstreams
    where name = ${former.name} and (asked_at is null or asked_at <= now() + interval '1 year')`
  expect(await rowsOf(ofFormer)).toHaveLength(1)

  await takeOverAll(former.options)
  // The version before does this when an operator changes the account.
  await rowsOf(sql`update upstreams set asked_at = null where name = ${former.name}`)
  await takeOverAll(former.options)

  expect(await rowsOf(ofFormer)).toEqual([])
})

test('a product that another process takes over meanwhile is written and audited once', async () => {
  const { fixture } = bench()
  const { db } = fixture
  const former = await formerAccount(bench())
  const productId = fixture.nextProductId()
  const settings = JSON.stringify({ upstream: former.name, productId: 7 })
  await rowsOf(sql`
    update products set supplier = 'upstream', supplier_settings = ${settings}::jsonb
    where product_id = ${productId}`)

  let both: Promise<unknown> | undefined
  await transact(db, async (tx) => {
    await lockProduct(tx, productId)
    both = Promise.all([takeOverAll(former.options), takeOverAll(former.options)])
    await untilOneWaits(db, 2)
  })
  await both

  const target = `product:${productId}`
  expect(await rowsOf(sql`select from audit_entries where target = ${target}`)).toHaveLength(1)
})
