import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { ROUTES } from '../../../web/src/api/operator-operations.ts'
import { ROUTES as PORTAL_ROUTES } from '../../../web/src/api/portal-operations.ts'
import type { Route } from '../../../web/src/api/route.ts'
import {
  anOrder,
  dataOf,
  openService,
  type Partner,
  type RunningService,
} from '../../support/service.ts'
import { signedIn, type Browser } from '../../support/signed-in.ts'
import { insertsOfRows } from './sorted-rows.ts'

const NAMES = ['beta', 'Álpha', 'Gamma', 'alpha', 'Beta']

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService
let buyer: Partner
let partnerId: number
let finance: Browser

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  buyer = await service.newPartner({ USD: '10.00' })
  ;({ partnerId } = buyer)
  finance = await signedIn(service, { role: 'finance', partnerId })
  for (const [at, name] of NAMES.entries()) {
    now += 1
    await service.admin.post('/admin/v1/partners', { name: `${name} Ltd` })
    const person = { email: `p${at}@example.com`, currency: 'USD', initialFunds: 0 }
    await finance.post('/portal/v1/consumers', { ...person, fullName: `${name} Person` })
  }
})
afterAll(() => service.end())

type Reader = Pick<Browser, 'get'>

/** Returns a field of each entry of a list that is read in pages of one entry. */
async function fieldOf(reader: Reader, path: string, field: string): Promise<unknown[]> {
  const values: unknown[] = []
  for (let page = 1; ; page++) {
    const { body } = await reader.get(`${path}&pageSize=1&page=${page}`)
    values.push(...(body['data'] as Json[]).map((entry) => entry[field]))
    if (!body['meta'].pagination.hasNext) return values
  }
}

const BY_NAME = ['alpha Ltd', 'beta Ltd', 'Beta Ltd', 'Gamma Ltd', 'Álpha Ltd']

test('the whole list is sorted, not the page; upper and lower case do not matter', async () => {
  const path = '/admin/v1/partners?name=Ltd&sort='
  expect(await fieldOf(service.admin, `${path}name`, 'name')).toEqual(BY_NAME)
  const down = ['Álpha Ltd', 'Gamma Ltd', 'Beta Ltd', 'beta Ltd', 'alpha Ltd']
  expect(await fieldOf(service.admin, `${path}-name`, 'name')).toEqual(down)
  const newest = NAMES.map((name) => `${name} Ltd`).toReversed()
  expect(await fieldOf(service.admin, `${path}-createdAt`, 'name')).toEqual(newest)
})

test('400 naming sort: a field by which the list cannot be sorted', async () => {
  for (const path of ['partners?sort=status', 'users?sort=status', 'orders?sort=clientReference']) {
    const { status, body } = await service.admin.get(`/admin/v1/${path}`)
    expect([status, body.error?.details[0].field]).toEqual([400, 'sort'])
  }
})

function listField(path: string, field: string): Promise<unknown[]> {
  return fieldOf(service.admin, `/admin/v1/${path}`, field)
}

function names(query: string): Promise<unknown[]> {
  return fieldOf(finance, `/portal/v1/consumers?${query}`, 'name')
}

test('products and stock are sorted by the fields that people compare, then by id', async () => {
  const brands = ['Zoo', 'ant', 'Bee']
  for (const brand of brands) {
    const { productId } = await service.product({ brand, supplier: 'vault' })
    await service.stock(
      productId,
      Array.from({ length: brand.charCodeAt(0) % 5 }, (_, at) => `${brand}-${at}`),
    )
  }
  expect(await listField('products?sort=brand', 'brand')).toEqual(['ant', 'Bee', 'Zoo'])
  expect(await listField('products?sort=-brand', 'brand')).toEqual(['Zoo', 'Bee', 'ant'])
  expect(await listField('products?sort=-currency', 'brand')).toEqual(brands)
  const free = (await listField('stock?sort=-free', 'free')).map(Number)
  expect(free).toEqual(free.toSorted((a, b) => b - a))
})

test('partners sort and search consumers by name; operators, who see masked names, cannot', async () => {
  const people = BY_NAME.map((name) => name.replace('Ltd', 'Person'))
  expect(await names('sort=name')).toEqual(people)
  expect(await names('name=BET&sort=name')).toEqual(['beta Person', 'Beta Person'])
  expect(await names(`name=${encodeURIComponent('álp')}`)).toEqual(['Álpha Person'])
  expect(await names('name=%25')).toEqual([])
  for (const query of ['name=B', 'sort=name']) {
    const { status } = await service.admin.get(`/admin/v1/partners/${partnerId}/consumers?${query}`)
    expect(status).toBe(400)
  }
})

test('the audit log is filtered by action, and by a period that excludes its end', async () => {
  const since = new Date(++now).toISOString()
  await service.admin.post('/admin/v1/partners', { name: 'Later 1' })
  now += 1
  await service.admin.post('/admin/v1/partners', { name: 'Later 2' })
  const until = new Date(now).toISOString()
  const targets = (query: string) =>
    fieldOf(service.admin, `/admin/v1/audit?action=partner.create&${query}`, 'target')

  const [last, before, ...others] = await targets('sort=-at')
  expect(others.length).toBeGreaterThan(NAMES.length)
  expect(await targets(`from=${since}`)).toEqual([last, before])
  expect(await targets(`from=${since}&sort=at`)).toEqual([before, last])
  expect(await targets(`from=${since}&to=${until}`)).toEqual([before])
  const { body } = await service.admin.get(`/admin/v1/audit?from=${until}&to=${since}`)
  expect(body.error?.details[0].field).toBe('from')
})

/** Sort fields that do not have two different values here. Other tests check their order. */
const OF_ONE_VALUE: readonly string[] = [
  'listAlerts by raisedAt',
  'listApprovals by requestedAt',
  'listCreditImports by createdAt',
  'listErasures by erasedAt',
  'listOwnCreditImports by createdAt',
  'listOwnDrafts by madeAt',
  'listReconciliations by madeAt',
  'listStock by dailySales',
  'listStock by daysLeft',
  'listStock by expiringSoon',
  'listSupplierProducts by active',
  'listSupplierProducts by productId',
  'listSupplierProducts by step',
  'listSuppliers by unclearPurchases',
  'margin by cost',
  'margin by margin',
]
/** Parameters that a list requires to have several rows. */
const QUERIES: Readonly<Record<string, string>> = { margin: 'by=product&' }

/** Returns the values of a field, in the order of the list, without the entries that lack it. */
async function valuesOf(reader: Reader, path: string, field: string): Promise<(string | number)[]> {
  const { status, body } = await reader.get(path)
  expect([path, status]).toEqual([path, 200])
  const values = (body['data'] as Json[]).map((entry) => entry[field])
  return values.flatMap((value) => (value === undefined ? [] : comparable(field, value)))
}

function comparable(field: string, value: unknown): string | number {
  if (typeof value === 'boolean' || field.endsWith('Percent')) return Number(value)
  return typeof value === 'number' ? value : String(value).toLowerCase()
}

function ascending(values: readonly (string | number)[]): (string | number)[] {
  return values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
}

/**
 * Expects each list to be sorted, up and down, by each of its sort fields. Returns the fields
 * whose values are all equal.
 */
async function expectSorted(
  routes: Readonly<Record<string, Route>>,
  { reader, ids }: { readonly reader: Reader; readonly ids: Readonly<Record<string, unknown>> },
): Promise<string[]> {
  const alike: string[] = []
  for (const [operation, { path, sorts = [] }] of Object.entries(routes)) {
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]))
    const query = QUERIES[operation] ?? ''
    for (const field of sorts) {
      const [up, down] = await Promise.all(
        [field, `-${field}`].map((sort) =>
          valuesOf(reader, `${target}?${query}sort=${sort}`, field),
        ),
      )
      expect([operation, field, up]).toEqual([operation, field, ascending(up ?? [])])
      expect([operation, field, down]).toEqual([operation, field, ascending(up ?? []).toReversed()])
      if (new Set(up).size < 2) alike.push(`${operation} by ${field}`)
    }
  }
  return alike
}

/** Places orders of two products, with values of a label. */
async function placeOrders(): Promise<void> {
  for (const [at, team] of ['Sales', 'Events'].entries()) {
    now += 1
    const { productId } = await service.product({ brand: team })
    const order = anOrder({ productId, amount: 1, quantity: at + 1, metadata: { team } })
    const { id } = dataOf(await buyer.post('/v2/orders', order))
    await service.waitForOrder(id, 'COMPLETED')
  }
}

test('every list is sorted up and down by each of its sort fields; partners see only their own rows', async () => {
  const { partnerId: other } = await service.newPartner()
  const { productId } = await service.product({ supplier: 'vault', brand: 'Yew', currency: 'EUR' })
  dataOf(await service.stock(productId, ['Yew-1']))
  await placeOrders()
  for (const insert of insertsOfRows({ partners: [partnerId, other], productId })) {
    await service.db.pool.query(`insert into ${insert}`)
  }
  // Later than all times of the inserted rows.
  now = Date.UTC(2026, 2)
  const ids = { partnerId, productId, merchantId: 1, supplier: 'tillo:beta' }
  const owner = await signedIn(service, { role: 'owner', partnerId })

  const alike = await expectSorted(ROUTES, { reader: service.admin, ids })
  const alikeOfPortal = await expectSorted(PORTAL_ROUTES, { reader: owner, ids })

  expect(OF_ONE_VALUE).toEqual(expect.arrayContaining([...alike, ...alikeOfPortal]))
  for (const path of ['users?sort=-email', 'invitations?sort=email', 'credentials?sort=label']) {
    const list = dataOf(await owner.get(`/portal/v1/${path}`)) as Json[]
    expect(JSON.stringify(list)).not.toContain(`${other}@example.com`)
  }
})
