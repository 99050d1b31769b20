import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import type { Connections } from '../../src/connectors/connections.ts'
import { type CatalogState, listAccounts } from '../../src/connectors/list-accounts.ts'
import { hurryMirror } from '../../src/connectors/mirror-rows.ts'
import { mirrorDue, type MirrorOptions } from '../../src/connectors/mirror.ts'
import { followWaitingPrices } from '../../src/connectors/waiting-prices.ts'
import { sql } from '../../src/db/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { type Bench, CASES, openBench } from './bench.ts'
let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())
let bench: Bench
const RELOADLY = CASES.find(({ shop }) => shop === 'reloadly') ?? expect.unreachable()
beforeEach(async () => {
  bench = await openBench(fixture, RELOADLY)
})
afterEach(async () => {
  await bench.close()
  await fixture.db.rows(sql`delete from supplier_mirrors`)
  await fixture.db.rows(sql`delete from supplier_price_changes`)
  await fixture.db.rows(sql`delete from supplier_listings`)
})

async function mirror(
  more: Partial<MirrorOptions> = {},
  connections = bench.options.connections,
): Promise<void> {
  const [account] = await fixture.db.rows(sql<{ id: number }>`
    select account_id as id from supplier_accounts`)
  await fixture.db.rows(hurryMirror(account?.id ?? 0, fixture.clock.now()))
  await run(more, connections)
}

function onFault(error: unknown): never {
  expect.unreachable(String(error))
}

function run(
  more: Partial<MirrorOptions> = {},
  connections = bench.options.connections,
): Promise<void> {
  const { db, vault, clock } = bench.options
  const options = { db, vault, clock, adapters: ADAPTERS, tryAgainMs: 0, onFault, ...more }
  return mirrorDue(options, connections)
}

interface StoredListing {
  readonly listing: string
  readonly percent: string | null
  readonly absences: number
  readonly isGone: boolean
}

function readListings(): Promise<StoredListing[]> {
  return fixture.db.rows(sql<StoredListing>`
    select listing, trim_scale(discount_percent)::text as percent, absences,
           gone_at is not null as "isGone"
    from supplier_listings order by listing`)
}

async function listingOf(name: string): Promise<StoredListing | undefined> {
  return (await readListings()).find(({ listing }) => listing === name)
}

async function prices(): Promise<string[]> {
  const rows = await fixture.db.rows(sql<{ text: string }>`
    select concat_ws(' ', trim_scale(old_percent), trim_scale(new_percent), status) as text
    from supplier_price_changes c join supplier_listings l using (listing_id)
    where l.listing = 'gift:101' order by change_id`)
  return rows.map(({ text }) => text)
}

/** Returns what operators see of the catalog. */
async function catalogState(): Promise<CatalogState | undefined> {
  const [account] = await listAccounts(fixture.db, fixture.clock.now())
  return account?.catalog
}

test.each([...new Map(CASES.map((one) => [one.shop, one])).values()])(
  'the whole catalog of $shop is mirrored, with settings that its adapter takes',
  async (one) => {
    await bench.close()
    bench = await openBench(fixture, one)

    await run()

    const rows = await fixture.db.rows(sql<{ settings: Record<string, string> }>`
      select settings from supplier_listings where is_on_sale and gone_at is null`)
    expect(rows.length).toBeGreaterThan(0)
    expect((await catalogState())?.lastFault).toBeUndefined()
    const [name] = Object.keys(one.settings)
    expect(rows.map(({ settings }) => settings[name ?? ''])).toContain(one.settings[name ?? ''])
    expect(await unreadAndStaged()).toEqual({ unread: 0, staged: 0 })
  },
)

async function unreadAndStaged(): Promise<unknown> {
  const [row] = await fixture.db.rows(sql`
    select unread, (select count(*)::integer from supplier_listings_read) as staged
    from supplier_mirrors`)
  return row
}

test('a catalog is due again a day later, and not before', async () => {
  await run()
  bench.books.gone.add('101')
  await run()
  expect(await listingOf('gift:101')).toMatchObject({ absences: 0 })

  fixture.clock.set(fixture.clock.now() + 24 * 3_600_000)
  await run()
  expect(await listingOf('gift:101')).toMatchObject({ absences: 1 })
})

test('a listing is gone once two catalogs in a row lack it, and comes back', async () => {
  await mirror()
  bench.books.gone.add('101')
  await mirror()
  expect(await listingOf('gift:101')).toMatchObject({ absences: 1, isGone: false })
  await mirror()
  expect(await listingOf('gift:101')).toMatchObject({ absences: 2, isGone: true })
  expect(await listingOf('gift:102')).toMatchObject({ absences: 0, isGone: false })

  bench.books.gone.clear()
  await mirror()
  expect(await listingOf('gift:101')).toMatchObject({ absences: 0, isGone: false })
})

test('a listing that moves to a page that was read is missed once, and not gone', async () => {
  await bench.close()
  bench = await openBench(
    fixture,
    CASES.find(({ shop }) => shop === 'runa') ?? expect.unreachable(),
  )
  await mirror()
  const [{ exchange } = expect.unreachable()] = await bench.options.connections.all()
  const send = exchange.send.bind(exchange)
  // With pages of two, the last listing moves to an earlier page.
  exchange.send = (call) => send(call).finally(() => bench.books.gone.add('AMZ-GB'))
  await mirror()
  bench.books.gone.clear()

  expect(await listingOf('NETF-US')).toMatchObject({ absences: 1, isGone: false })
})

test('a catalog that cannot be read to its end changes nothing, and says why', async () => {
  await mirror()
  const before = await readListings()
  const state = await catalogState()
  expect(state).toMatchObject({ listings: before.length, readAt: fixture.clock.now() })
  bench.books.gone.add('101')
  bench.books.discountPercent = 4n
  bench.books.faults.push({ of: 'any', does: 'error', times: 9 })

  await mirror()
  expect(await readListings()).toEqual(before)
  const fault = { lastFault: 'the catalog cannot be read: it answered 500' }
  expect(await catalogState()).toMatchObject({ readAt: state?.readAt, ...fault })
})

test('a page without a response is requested again', async () => {
  await mirror()
  bench.books.faults.push({ of: 'any', does: 'loseBefore', times: 2 })
  bench.books.gone.add('101')

  await mirror()

  expect(await listingOf('gift:101')).toMatchObject({ absences: 1 })
})

test('of two runs at once, the one that began last decides', async () => {
  await mirror()
  bench.books.gone.add('101')
  const { connections } = bench.options
  let other: Promise<void> | undefined
  const overtakenConnections = {
    async all() {
      other ??= mirror()
      await other
      return connections.all()
    },
  } as Connections

  await mirror({}, overtakenConnections)

  expect(other).toBeDefined()
  expect(await listingOf('gift:101')).toMatchObject({ absences: 1 })
})

test('a small change of price applies, and is recorded', async () => {
  await mirror()
  bench.books.discountPercent = 4n
  await mirror()
  await mirror()

  expect(await listingOf('gift:101')).toMatchObject({ percent: '4' })
  expect(await prices()).toEqual(['5 4 APPLIED'])
})

/** Returns the alerts about prices that wait for a decision. */
async function priceAlerts(): Promise<string[]> {
  await followWaitingPrices(fixture)
  const rows = await fixture.db.rows(sql<{ text: string }>`
    select concat_ws(': ', severity, message) as text from alerts
    where kind = 'supplier_price_waits' and resolved_at is null`)
  return rows.map(({ text }) => text)
}

test('a big change waits if a product buys the listing, and is withdrawn when the old price returns', async () => {
  const request = bench.request(1)
  const settings = { ...request.settings, listing: 'gift:101' }
  await fixture.db.rows(sql`
    update products
    set supplier = 'reloadly', supplier_settings = ${JSON.stringify(settings)}::jsonb
    where product_id = ${request.productId}`)
  await mirror()
  bench.books.discountPercent = 1n
  await mirror()
  await mirror()

  expect(await listingOf('gift:101')).toMatchObject({ percent: '5' })
  expect(await listingOf('gift:102')).toMatchObject({ percent: '1' })
  expect(await prices()).toEqual(['5 1 WAITS'])
  expect(await priceAlerts()).toEqual([
    expect.stringMatching(
      /^critical: A price of Larkspur Games at reloadly:a\d+ waits .*: it is dearer/,
    ),
  ])

  bench.books.discountPercent = 5n
  await mirror()
  expect(await prices()).toEqual(['5 1 WITHDRAWN'])
  expect(await priceAlerts()).toEqual([])
  expect(await listingOf('gift:101')).toMatchObject({ percent: '5' })
})

/** Requests one unit of a listing of the bench. */
function listingRequest(more: Readonly<Record<string, string>> = {}) {
  const request = bench.request(1)
  return { ...request, settings: { ...request.settings, listing: 'gift:101', ...more } }
}

async function isAvailable(settings: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { db, clock } = fixture
  const offers = await bench.supplier.availability?.(db, [{ productId: 1, settings }], clock.now())
  return offers?.length === 1
}

test('a supplier of one face value gets no request for another one', async () => {
  const [other] = await bench.supplier.issue([listingRequest({ faceValue: '25.00' })])
  expect(other).toMatchObject({ outcome: 'refused' })
  expect(bench.books.sales).toHaveLength(0)

  const [own] = await bench.supplier.issue([listingRequest({ faceValue: '10.00' })])
  expect(own).toMatchObject({ outcome: 'issued' })
})

test('a listing that is gone is not bought, and its product is not in stock', async () => {
  await mirror()
  const { settings } = listingRequest()
  expect(await isAvailable(settings)).toBe(true)
  await fixture.db.rows(sql`update supplier_listings set gone_at = now()`)

  expect(await isAvailable(settings)).toBe(false)
  expect(await bench.supplier.issue([listingRequest()])).toMatchObject([{ outcome: 'unavailable' }])
  expect(bench.books.sales).toHaveLength(0)
})

test('a listing that is much more expensive is not bought before a person accepts its price', async () => {
  await mirror()
  const { settings } = listingRequest()
  await fixture.db.rows(sql`
    insert into supplier_price_changes (listing_id, old_percent, new_percent, status, seen_at)
    select listing_id, 5, 1, 'WAITS', now() from supplier_listings where listing = 'gift:101'`)

  expect(await isAvailable(settings)).toBe(false)
  expect(await bench.supplier.issue([listingRequest()])).toMatchObject([{ outcome: 'unavailable' }])

  await fixture.db.rows(sql`update supplier_price_changes set status = 'ACCEPTED'`)
  expect(await isAvailable(settings)).toBe(true)
  expect(await bench.supplier.issue([listingRequest()])).toMatchObject([{ outcome: 'issued' }])
})

test('a product is in stock only if its account is in use and has responded lately', async () => {
  const { settings } = listingRequest()
  expect(await isAvailable(settings)).toBe(true)
  expect(await isAvailable({ ...settings, account: 'other' })).toBe(false)
  const { clock, db } = fixture
  clock.set(clock.now() + 3_600_000)
  await db.rows(sql`
    update supplier_accounts set faulted_at = ${new Date(clock.now())}, last_fault = '401'`)
  expect(await isAvailable(settings)).toBe(false)
  await db.rows(sql`update supplier_accounts set faulted_at = null, active = false`)
  expect(await isAvailable(settings)).toBe(false)
})
