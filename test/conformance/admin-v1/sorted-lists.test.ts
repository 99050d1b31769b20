import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { signedIn, type Browser } from '../../support/signed-in.ts'

const NAMES = ['beta', 'Álpha', 'Gamma', 'alpha', 'Beta']

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService
let finance: Browser

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  const { partnerId } = await service.newPartner({ USD: '10.00' })
  finance = await signedIn(service, { role: 'finance', partnerId })
  for (const [at, name] of NAMES.entries()) {
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

test('a list is sorted by indexed fields only: 400 names them', async () => {
  for (const path of ['partners?sort=status', 'users?sort=role', 'orders?sort=clientReference']) {
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

test('partners sort consumers by name and search its beginning; operators see masks and cannot', async () => {
  const people = BY_NAME.map((name) => name.replace('Ltd', 'Person'))
  expect(await names('sort=name')).toEqual(people)
  expect(await names('name=BET&sort=name')).toEqual(['beta Person', 'Beta Person'])
  expect(await names(`name=${encodeURIComponent('álp')}`)).toEqual(['Álpha Person'])
  expect(await names('name=%25')).toEqual([])
  const [{ partnerId }] = dataOf(await service.admin.get('/admin/v1/partners')) as [Json]
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
