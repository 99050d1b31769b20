import { expect } from 'vitest'
import { REFERENCE_SCOPES } from '../../src/ledger/chart.ts'
import type { Database } from '../../src/db/mod.ts'
import { passBackoffs } from '../support/backoffs.ts'
import { signedClient, type Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { verifyBooks } from '../support/verified-books.ts'
import type { Endpoint } from './endpoint.ts'
import { Claim, isOwnOrder } from './failover-links.ts'
import type { FailoverLoad } from './failover-load.ts'
import { FACES, stockedProducts, type FailoverFixture } from './failover-fixture.ts'
import { orderOf, type KeyedWrite, type Survivors } from './failover-writes.ts'
import { allOrders } from './all-orders.ts'
import { runConcurrently } from './run-concurrently.ts'
import { expectRows } from './failover-rows.ts'
import { expectNone } from './expect-none.ts'

/** Interval between two runs of a statement over all orders. */
const LOOK_MS = 50

export interface Scene {
  /** The database that survived. */
  readonly db: Database
  readonly fixture: FailoverFixture
  readonly load: FailoverLoad
}

/** The keys of all writes and the finished imports in the database. */
export async function survivorsOf(db: Database): Promise<Survivors> {
  const times = await timesWritten(db)
  const { rows: imports } = await db.pool.query<{ id: string }>(
    `select import_id::text as id from stock_imports where state = 'DONE'`,
  )
  return {
    names: new Set(times.keys()),
    wholeImports: new Set(imports.map(({ id }) => id)),
  }
}

/** Expects no wrong response, no key that was used twice, and no wrongly refused claim. */
export async function expectWrites(scene: Scene): Promise<void> {
  const { db, load } = scene
  expectNone(load.wrong)
  expectNone([...load.writes, ...load.files].flatMap(({ wrong }) => wrong))
  const times = await timesWritten(db)
  const differing = load.writes.filter(
    ({ sent, answer }) => (times.get(sent.name) ?? 0) !== (answer === undefined ? 0 : 1),
  )
  expectNone(differing.map(({ sent: { kind, name } }) => `${kind} ${name}`))
  await expectClaims(scene)
}

/** Each link has the name of its claim. */
const NAMED_LINKS = `
  select l.partner_id, l.link_no, l.ended, b.reference || '-' || row_number() over (
    partition by l.partner_id, l.batch_no order by l.link_no) as name
  from links l join link_batches b using (partner_id, batch_no)`

/** Expects that a claim is refused only if its link has ended. Stock may be short. */
async function expectClaims({ db, fixture, load }: Scene): Promise<void> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from (${NAMED_LINKS}) as named_links where ended is null`,
  )
  const open = new Set(rows.map(({ name }) => name))
  const refused = load.writes.filter(
    (write) =>
      write instanceof Claim &&
      write.card.productId === fixture.generated &&
      write.answer === undefined &&
      open.has(write.sent.name),
  )
  expectNone(refused.map(({ sent: { name } }) => name))
}

/** Returns the number of times that the key of each write is in the database. */
async function timesWritten(db: Database): Promise<Map<string, number>> {
  const { rows } = await db.pool.query<{ name: string; times: number }>(
    `select name, count(*)::int as times from (
       select reference as name from transfers where reference is not null and scope <> $1
       union all select client_reference from orders
       union all select reference from link_batches
       union all select named_links.name from orders
         join (${NAMED_LINKS}) as named_links using (partner_id, link_no)) as stored
     group by name`,
    [REFERENCE_SCOPES.account_credit],
  )
  return new Map(rows.map(({ name, times }) => [name, times]))
}

/** Sends every write again, and expects the same response and no effect. */
export async function expectReplays({ db, load }: Scene, endpoint: Endpoint): Promise<void> {
  const before = await timesWritten(db)
  const differing: string[] = []
  await runConcurrently(load.writes, async (write: KeyedWrite) => {
    const { answer, sent } = write
    if (answer === undefined) return
    const reply = await sent.send(endpoint)
    if (reply.text !== answer) differing.push(`${sent.kind}: ${reply.text} after ${answer}`)
  })
  expectNone(differing)
  expect(await timesWritten(db)).toEqual(before)
}

/** Returns when no order is open. */
export async function untilDone(db: Database): Promise<void> {
  await eventually(async () => {
    await passBackoffs(db)
    const { rows } = await db.pool.query(
      `select o.partner_id, o.order_no, o.status, b.* from orders o
       left join fulfillments b using (partner_id, order_no)
       where o.status not in ('COMPLETED', 'CANCELLED') limit 5`,
    )
    expectNone(rows)
  }, LOOK_MS)
}

/** Reads the items of every order, and the cards of links as their people, from each service. */
export async function readAllItems(
  { db, fixture, load }: Scene,
  endpoints: readonly Endpoint[],
): Promise<Json[]> {
  const all: Json[] = []
  for (const { partnerId, credentials } of fixture.sellers) {
    const partners = endpoints.map(({ http }) => signedClient(http, credentials))
    const units = await unitsByName(db, partnerId)
    const orders = await allOrders(pickInTurn(partners, 0))
    expectNone(orders.filter(({ status }) => status !== 'COMPLETED'))
    expect(orders).toHaveLength(units.size)
    const own = orders.filter(({ clientReference }) => units.get(clientReference) !== null)
    await runConcurrently([...own.entries()], async ([at, { id, clientReference }]) => {
      const items: Json[] = dataOf(await pickInTurn(partners, at).get(`/v2/orders/${id}/items`))
      expect([id, items.length]).toEqual([id, units.get(clientReference)])
      all.push(...items)
    })
  }
  const claims = load.writes.filter((write) => write instanceof Claim)
  const cards = claims.filter(({ answer }) => answer !== undefined)
  await runConcurrently([...cards.entries()], async ([at, card]) => {
    all.push(await card.read(pickInTurn(endpoints, at)))
  })
  return all
}

function pickInTurn<T>(services: readonly T[], at: number): T {
  const service = services[at % services.length]
  if (!service) throw new Error('no service is up')
  return service
}

/** Returns the number of codes of each order; null if only the person of a link may read them. */
async function unitsByName(db: Database, partnerId: number): Promise<Map<string, number | null>> {
  const { rows } = await db.pool.query<{ name: string; units: number | null }>(
    `select client_reference as name, case when link_no is null then unit_count end as units
     from orders where partner_id = $1`,
    [partnerId],
  )
  return new Map(rows.map(({ name, units }) => [name, units]))
}

/** Buys the whole stock, so that every code is opened once. */
export async function buyAll(scene: Scene, endpoint: Endpoint): Promise<void> {
  const { db, fixture } = scene
  const [seller] = fixture.sellers
  if (!seller) throw new Error('there is no seller')
  for (const productId of stockedProducts(fixture)) {
    for (const face of FACES) {
      const { rows } = await db.pool.query<{ free: number }>(
        `select coalesce(sum(quantity), 0)::int as free from stock_free
         where product_id = $1 and face_value_minor = $2`,
        [productId, face * 100],
      )
      const quantity = rows[0]?.free ?? 0
      if (quantity === 0) continue
      const order = orderOf(seller, 'USD', [{ productId, amount: face, quantity }])
      dataOf(await order.send(endpoint))
    }
  }
  await untilDone(db)
}

/** Each imported code belongs to one partner, and to its product. */
export function expectCodes({ load, fixture }: Scene, items: readonly Json[]): void {
  const stocked = new Set(stockedProducts(fixture))
  const numbers: string[] = items.map(({ giftCardNumber }) => giftCardNumber)
  const seen = new Set<string>()
  const twice = numbers.filter((number) => seen.size === seen.add(number).size)
  expectNone(twice)
  const misplaced = items.filter(({ productId, faceValue, giftCardNumber }) => {
    const isFromStock = giftCardNumber.startsWith('V-')
    if (!stocked.has(productId)) return isFromStock
    return !giftCardNumber.startsWith(`V-${productId}-${faceValue}-`)
  })
  expectNone(misplaced)
  const imported = load.files.flatMap(({ codes }) => codes)
  expectNone(imported.filter((code) => !seen.has(code)))
}

/** Credentials are valid exactly as the database says. */
export async function expectCredentials({ db, load }: Scene, endpoint: Endpoint): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `select client_id::text as id from credentials
     where revoked_at is null and coalesce(expires_at, 'infinity') > now()`,
  )
  const active = new Set(rows.map(({ id }) => id))
  for (const { credentials } of load.issued) {
    const partner = signedClient(endpoint.http, credentials)
    const isActive = active.has(credentials.clientId)
    await eventually(async () => {
      const { status } = await partner.get('/v2/accounts/balances')
      expect([credentials.clientId, status]).toEqual([credentials.clientId, isActive ? 200 : 401])
    })
  }
}

/** The catalog shows the rate in force and the existing products. */
export async function expectCatalog({ db, fixture }: Scene, endpoint: Endpoint): Promise<void> {
  const { rows } = await db.pool.query<{ id: number; brand: string; rate: string }>(
    `select product_id as id, brand, (select rate::float8 from fx_rates
       where from_currency = 'USD' and to_currency = 'EUR'
       order by effective_at desc, rate_no desc limit 1) as rate
     from products where active order by product_id`,
  )
  const [seller] = fixture.sellers
  if (!seller) throw new Error('there is no seller')
  const partner = signedClient(endpoint.http, seller.credentials)
  const expectedProducts = rows.map(({ id, brand, rate }) => [id, brand, rate])
  await eventually(async () => {
    const products: Json[] = dataOf(await partner.get('/v2/products?currency=EUR&pageSize=2000'))
    expect(products.map((one) => [one.productId, one.brand, one.fxRate])).toEqual(expectedProducts)
  })
}

/** A link that one service signs returns the codes of the order at every other one. */
export async function expectLinks(
  { fixture }: Scene,
  signer: Endpoint,
  others: readonly Endpoint[],
): Promise<void> {
  for (const { credentials } of fixture.sellers) {
    const partner = signedClient(signer.http, credentials)
    const orders: Json[] = dataOf(await partner.get('/v2/orders?status=COMPLETED&pageSize=100'))
    const order = orders.find(isOwnOrder)
    const { downloadUrl } = dataOf(await partner.get(`/v2/orders/${order.id}/fulfillments/export`))
    const { pathname, search } = new URL(downloadUrl)
    const items: Json[] = dataOf(await partner.get(`/v2/orders/${order.id}/items`))
    for (const { http } of others) {
      const { status, text } = await http.send({ method: 'GET', target: pathname + search })
      expect([status, text.split('\r\n').length - 2]).toEqual([200, items.length])
    }
  }
}

export async function expectReady({ http }: Endpoint): Promise<void> {
  await eventually(async () => {
    expect((await http.send({ method: 'GET', target: '/health/ready' })).status).toBe(200)
  })
}

/** The books, the stock, the imports and the prices in the database agree. */
export async function expectDatabase({ db }: Scene): Promise<void> {
  await expectRows(db)
  expect(await verifyBooks(db)).toMatchObject({ balanced: true, differences: [] })
}
