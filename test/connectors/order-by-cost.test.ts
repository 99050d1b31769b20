import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockProduct, routesOf, type SupplierRoute } from '../../src/catalog/mod.ts'
import { acceptPriceChange } from '../../src/connectors/accept-price.ts'
import { byCost, orderByCost } from '../../src/connectors/order-by-cost.ts'
import { saveRouting } from '../../src/connectors/routing-rows.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'
import { type Bench, CASES, openBench } from './bench.ts'

const RELOADLY = CASES.find(({ shop }) => shop === 'reloadly') ?? expect.unreachable()

let fixture: Fixture
let bench: Bench
beforeAll(async () => {
  fixture = await openFixture()
  bench = await openBench(fixture, RELOADLY)
})
afterAll(async () => {
  await bench.close()
  await fixture.end()
})

/** Inserts two listings of the account. The product buys the more expensive one first. */
beforeEach(async () => {
  await fixture.db.rows(sql`delete from supplier_price_changes`)
  await fixture.db.rows(sql`delete from supplier_listings`)
  await fixture.db.rows(sql`delete from product_routing`)
  await list('dear', '2')
  await list('cheap', '2.000001')
  await setRoutes(expensiveRoute(), GENERATOR, cheapRoute())
})

const GENERATOR: SupplierRoute = { supplier: 'generator', settings: {} }
const routeTo = (listing: string): SupplierRoute => ({
  supplier: 'reloadly',
  settings: { ...bench.request(1).settings, listing },
})
const expensiveRoute = () => routeTo('dear')
const cheapRoute = () => routeTo('cheap')

async function list(listing: string, percent: string | null): Promise<void> {
  await fixture.db.rows(sql`
    insert into supplier_listings (
      account_id, listing, name, brand, product_type, currency, countries, fixed_values,
      discount_percent, is_on_sale, settings, first_seen_at, changed_at)
    select account_id, ${listing}, 'Card', 'Brand', 'GIFT_CARD', 'EUR', '{}', '{10}',
      ${percent}::numeric, true, '{}', now(), now()
    from supplier_accounts`)
}

const ownId = () => bench.request(1).productId

async function setRoutes(...[first, ...others]: SupplierRoute[]): Promise<void> {
  await fixture.db.rows(sql`
    update products
    set supplier = ${first?.supplier ?? ''},
        supplier_settings = ${JSON.stringify(first?.settings)}::jsonb,
        fallback_suppliers = ${JSON.stringify(others)}::jsonb
    where product_id = ${ownId()}`)
}

async function routeNames(): Promise<unknown[]> {
  const product = await transact(fixture.db, (tx) => lockProduct(tx, ownId()))
  return product
    ? routesOf(product).map(({ supplier, settings }) => settings['listing'] ?? supplier)
    : []
}

async function routing(isCheapestFirst: boolean, floor?: string): Promise<void> {
  await fixture.db.rows(saveRouting(ownId(), isCheapestFirst, floor))
  await transact(fixture.db, (tx) => orderByCost(tx, ownId()))
}

async function waitingPrice(listing: string, percent: string): Promise<string> {
  const [row] = await fixture.db.rows(sql<{ id: bigint }>`
    insert into supplier_price_changes (listing_id, old_percent, new_percent, status, seen_at)
    select listing_id, discount_percent, ${percent}::numeric, 'WAITS', now()
    from supplier_listings where listing = ${listing} returning change_id as id`)
  return String(row?.id)
}

function accept(changeId: string): Promise<unknown> {
  const act = { actor: TESTER, at: fixture.clock.now() }
  return transact(fixture.db, (tx) => acceptPriceChange(tx, { changeId, act }))
}

test('the cheapest listing comes first, to a millionth of a percent; other suppliers stay', async () => {
  await routing(true)
  expect(await routeNames()).toEqual(['cheap', 'generator', 'dear'])
})

test('without routing by cost, the written order stays', async () => {
  await routing(false)
  await accept(await waitingPrice('cheap', '9'))
  expect(await routeNames()).toEqual(['dear', 'generator', 'cheap'])
})

test('a price changes the order once it is accepted, and not before', async () => {
  await routing(true)
  const changeId = await waitingPrice('dear', '9')
  await transact(fixture.db, (tx) => orderByCost(tx, ownId()))
  expect(await routeNames()).toEqual(['cheap', 'generator', 'dear'])

  await accept(changeId)
  expect(await routeNames()).toEqual(['dear', 'generator', 'cheap'])
})

test('a listing that cannot be bought comes last, however cheap', async () => {
  await fixture.db.rows(sql`
    update supplier_listings set gone_at = now() where listing = 'cheap'`)
  await routing(true)
  expect(await routeNames()).toEqual(['dear', 'generator', 'cheap'])
})

test('a listing without a discount costs the face value', () => {
  const routes = ['0', '-1', '0.5'].map((discountPercent) => ({
    route: { supplier: 'reloadly', settings: { discountPercent } },
    discountPercent,
    obstacle: undefined,
  }))
  const sorted = byCost(routes).map(({ settings }) => settings['discountPercent'])
  expect(sorted).toEqual(['0.5', '0', '-1'])
})

async function isAvailable(route: SupplierRoute): Promise<boolean> {
  const { db, clock } = fixture
  const offers = [{ productId: ownId(), settings: route.settings }]
  return (await bench.supplier.availability?.(db, offers, clock.now()))?.length === 1
}

test('a listing that leaves less than the floor is neither bought nor in stock', async () => {
  await routing(false, '2.000001')
  expect(await isAvailable(expensiveRoute())).toBe(false)
  expect(await isAvailable(cheapRoute())).toBe(true)
  const sold = bench.books.sales.length
  expect(await bench.supplier.issue([{ ...bench.request(1), ...expensiveRoute() }])).toMatchObject([
    { outcome: 'unavailable', isUnsent: true },
  ])
  expect(bench.books.sales).toHaveLength(sold)

  // This product has a floor of its own.
  const other = [{ productId: 0, settings: expensiveRoute().settings }]
  const { db, clock } = fixture
  expect(await bench.supplier.availability?.(db, other, clock.now())).toHaveLength(1)
})

test('a floor counts the face value for a listing without a discount', async () => {
  await list('plain', null)
  await routing(false, '0')
  expect(await isAvailable(routeTo('plain'))).toBe(true)
  await routing(false, '0.000001')
  expect(await isAvailable(routeTo('plain'))).toBe(false)
})

test('a purchase that has begun ends at its supplier, whatever the floor is later', async () => {
  const request = { ...bench.request(1), ...cheapRoute() }
  bench.books.faults.push({ of: 'create', does: 'loseAfter', times: 1 })
  const [lost] = await bench.supplier.issue([request])
  expect(lost).toMatchObject({ outcome: 'unknown' })
  await routing(true, '50')
  fixture.clock.set(fixture.clock.now() + 3_600_000)
  const [found] = await bench.supplier.lookUp([request])
  expect(found).toMatchObject({ outcome: 'issued' })
})
