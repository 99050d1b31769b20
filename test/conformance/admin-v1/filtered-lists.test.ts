import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { signedIn } from '../../support/signed-in.ts'
import { newCustomer, openCampaign } from '../partner-v1/fixture.ts'
import { issueCredential, pathOf, wholeList } from './fixture.ts'
import { MS_PER_DAY } from '../../../src/core/mod.ts'

const NAMES = ['Ärzte Gifts', 'Acme 50% off', 'Acme_two']

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  for (const name of NAMES) await service.admin.post('/admin/v1/partners', { name })
})
afterAll(() => service.end())

/** Returns a field of each entry that a query selects. */
async function fieldsOf(path: string, query: string, field: string): Promise<unknown[]> {
  const list = await wholeList(service, `/admin/v1/${path}?${query}`)
  return list.map((entry) => entry[field])
}

const namesWith = (part: string) => fieldsOf('partners', `name=${encodeURIComponent(part)}`, 'name')
const brands = (query: string) => fieldsOf('products', query, 'brand')
const emails = (query: string) => fieldsOf('users', query, 'email')

function runSql(text: string): Promise<{ rows: Json[] }> {
  return service.db.pool.query(text)
}

test('partners by a part of the name in any case, also if it has characters of a pattern', async () => {
  expect(await namesWith('ACME')).toEqual(['Acme 50% off', 'Acme_two'])
  expect(await namesWith('ärz')).toEqual(['Ärzte Gifts'])
  expect([await namesWith('0%'), await namesWith('%'), await namesWith('_')]).toEqual([
    ['Acme 50% off'],
    ['Acme 50% off'],
    ['Acme_two'],
  ])
  expect(await namesWith('nobody')).toEqual([])
})

test('partners and products by words in any order, with or without their accents', async () => {
  expect([await namesWith('gifts arzte'), await namesWith('GÍFTS ärz')]).toEqual([
    ['Ärzte Gifts'],
    ['Ärzte Gifts'],
  ])
  expect([await namesWith('gifts acme'), await namesWith(' off  acme ')]).toEqual([
    [],
    ['Acme 50% off'],
  ])
  await service.product({ brand: 'Café Zürich' })
  expect(await brands(`brand=${encodeURIComponent('zurich CAFÉ')}`)).toEqual(['Café Zürich'])
})

test('partners by status, and with or without test partners; filters combine, also for the total', async () => {
  const [acme] = dataOf(await service.admin.get('/admin/v1/partners?name=Acme_two')) as Json[]
  dataOf(
    await service.admin.patch(pathOf({ partnerId: acme?.['partnerId'] }), { status: 'SUSPENDED' }),
  )
  await issueCredential(service, service.partner, { mode: 'test' })

  expect(await fieldsOf('partners', 'status=SUSPENDED', 'name')).toEqual(['Acme_two'])
  expect(await fieldsOf('partners', 'test=true', 'testOf')).toEqual([service.partner.partnerId])
  expect(await fieldsOf('partners', 'test=false', 'testOf')).not.toContain(
    service.partner.partnerId,
  )
  const both = await service.admin.get('/admin/v1/partners?name=acme&status=ACTIVE&pageSize=1')
  expect(both.body).toMatchObject({
    data: [{ name: 'Acme 50% off' }],
    meta: { pagination: { totalRecords: 1, hasNext: false } },
  })
})

test('products by a part of the brand, type, currency, and whether they are active', async () => {
  await service.product({ brand: 'Blue Bird', active: false })
  await service.product({ brand: 'bluebell', currency: 'EUR', supplier: 'vault' })
  await service.product({ brand: 'Red', productType: 'TOP_UP', supplier: 'sandbox' })
  await service.product({ brand: 'Red' })

  expect(await brands('brand=BLUE')).toEqual(['Blue Bird', 'bluebell'])
  expect(await brands('brand=BLUE&active=true')).toEqual(['bluebell'])
  expect(await brands('active=false')).toEqual(['Blue Bird'])
  expect(await brands('currency=EUR')).toEqual(['bluebell'])
  expect(await brands('productType=TOP_UP&brand=red')).toEqual(['Red'])
})

test('stock by a part of the brand', async () => {
  const [bell] = dataOf(await service.admin.get('/admin/v1/products?brand=bell')) as Json[]
  await service.stock(bell?.['productId'], ['BELL-1'])

  expect(await fieldsOf('stock', 'brand=BLUEB', 'brand')).toContain('bluebell')
  expect(await fieldsOf('stock', 'brand=nothing', 'brand')).toEqual([])
})

test('lots and imports of a product by state; an import that is silent is INTERRUPTED', async () => {
  const { productId } = await service.product({ brand: 'Lots', supplier: 'vault' })
  for (const code of ['A', 'B']) await service.stock(productId, [`LOT-${code}`])
  const path = `products/${productId}`
  const all = (await fieldsOf(`${path}/lots`, '', 'lot')).map(String)
  await service.admin.post(`/admin/v1/${path}/lots/${all[0]}/quarantine`, { reason: 'look' })
  await runSql(`
    update stock_imports set state = 'RUNNING', ended_at = null, started_at = progress_at,
           progress_at = to_timestamp(${now / 1000}) - interval '1 second' *
             case when lot = '${all[0]}' then 1 else 600 end
    where product_id = ${String(productId)}`)

  expect(await fieldsOf(`${path}/lots`, 'state=QUARANTINED', 'lot')).toEqual([all[0]])
  expect(await fieldsOf(`${path}/lots`, 'state=ON_SALE', 'lot')).toEqual([all[1]])
  expect(await fieldsOf(`${path}/lots`, 'state=RECALLED', 'lot')).toEqual([])
  for (const [state, lot] of [['RUNNING', all[0]] as const, ['INTERRUPTED', all[1]] as const]) {
    expect(await fieldsOf(`${path}/imports`, `state=${state}`, 'lot')).toEqual([lot])
    expect(await fieldsOf(`${path}/imports`, `state=${state}`, 'state')).toEqual([state])
  }
  expect(await fieldsOf(`${path}/imports`, 'state=DONE', 'lot')).toEqual([])
})

test('campaigns by a part of the name, and whether they have ended', async () => {
  const { partnerId } = await service.newPartner()
  const endsAt = new Date(now + MS_PER_DAY).toISOString()
  await openCampaign(service, partnerId, { name: 'Spring sale', endsAt })
  await openCampaign(service, partnerId, { name: 'Autumn sale' })
  const names = (query: string) => fieldsOf(`partners/${partnerId}/campaigns`, query, 'name')

  expect(await names('name=SPRING')).toEqual(['Spring sale'])
  expect(await names('ended=true')).toEqual([])
  now += MS_PER_DAY
  expect(await names('ended=true')).toEqual(['Spring sale'])
  expect(await names('ended=false&name=sale')).toEqual(['Autumn sale'])
})

test('credentials by state, for operators and partners', async () => {
  const partner = await service.newPartner()
  const revoked = await issueCredential(service, partner)
  await service.admin.post(`${pathOf(partner)}/credentials/${revoked['clientId']}/revoke`, {})
  const path = `partners/${partner.partnerId}/credentials`

  expect(await fieldsOf(path, 'state=REVOKED', 'clientId')).toEqual([revoked['clientId']])
  expect(await fieldsOf(path, 'state=ACTIVE', 'state')).toEqual(['ACTIVE'])
  expect(await fieldsOf(path, 'state=EXPIRED', 'state')).toEqual([])
  const owner = await signedIn(service, { role: 'owner', partnerId: partner.partnerId })
  const own = dataOf(await owner.get('/portal/v1/credentials?state=REVOKED')) as Json[]
  expect(own.map(({ clientId }) => clientId)).toEqual([revoked['clientId']])
})

test('service tokens by state, and each token shows its state', async () => {
  const createToken = async (name: string): Promise<Json> => {
    const body = { name, role: 'auditor', expiresInDays: 1 }
    return dataOf(await service.admin.post('/admin/v1/tokens', body))
  }
  await createToken('expired')
  const revoked = await createToken('revoked')
  await service.admin.post(`/admin/v1/tokens/${revoked['tokenId']}/revoke`, {})
  now += MS_PER_DAY
  await createToken('active')

  for (const state of ['ACTIVE', 'EXPIRED', 'REVOKED']) {
    expect(await fieldsOf('tokens', `state=${state}`, 'name')).toEqual([state.toLowerCase()])
    expect(await fieldsOf('tokens', `state=${state}`, 'state')).toEqual([state])
  }
})

test('users by a part of the address, role and status', async () => {
  const { email, userId } = await signedIn(service, { role: 'finance' })
  await signedIn(service, { role: 'support' })

  expect(await emails(`email=${email.slice(4, 20).toUpperCase()}`)).toEqual([email])
  expect(await emails('role=finance')).toEqual([email])
  expect(await emails('status=DISABLED')).toEqual([])
  dataOf(await service.admin.patch(`/admin/v1/users/${userId}`, { status: 'DISABLED' }))
  expect(await emails('status=DISABLED')).toEqual([email])
})

test('alerts by kind and severity, the health of suppliers by circuit', async () => {
  const at = `to_timestamp(${now / 1000})`
  await runSql(`
    insert into alerts (kind, subject, severity, message, raised_at, last_seen_at)
    values ('low_stock', 'product:1', 'warning', 'm', ${at}, ${at}),
           ('audit_broken', 'audit', 'critical', 'm', ${at}, ${at})`)
  await runSql(`
    insert into supplier_health (
      product_id, supplier, account, circuit_state, circuit_since, changed_at)
    values (1, 'a', '', 'open', ${at} - interval '5 seconds', ${at}),
           (2, 'a', '', 'open', ${at} - interval '10 seconds', ${at}),
           (3, 'a', '', 'closed', ${at}, ${at})`)

  expect(await fieldsOf('alerts', 'kind=low_stock', 'kind')).toEqual(['low_stock'])
  expect(await fieldsOf('alerts', 'severity=critical&state=open', 'kind')).toEqual(['audit_broken'])
  expect(await fieldsOf('alerts', 'severity=critical&state=resolved', 'kind')).toEqual([])
  for (const [circuit, product] of [['open', 1] as const, ['half_open', 2] as const]) {
    expect(await fieldsOf('suppliers/health', `circuit=${circuit}`, 'productId')).toEqual([product])
    expect(await fieldsOf('suppliers/health', `circuit=${circuit}`, 'circuit')).toEqual([circuit])
  }
  expect(await fieldsOf('suppliers/health', 'circuit=closed', 'productId')).toContain(3)
})

test('erasures of one partner, and audit entries of one actor', async () => {
  const partner = await service.newPartner()
  const ann = await newCustomer(partner, { fullName: 'Ann', email: 'a@b.example' })
  const path = `${pathOf(partner)}/consumers/${ann['id']}/erasure`
  dataOf(await service.admin.post(path, { reason: 'asked for it' }))
  const { partnerId } = partner

  expect(await fieldsOf('erasures', `partnerId=${partnerId}`, 'partnerId')).toEqual([partnerId])
  expect(await fieldsOf('erasures', 'partnerId=2097151', 'partnerId')).toEqual([])
  const admin = await signedIn(service, { role: 'admin' })
  dataOf(await admin.post('/admin/v1/partners', { name: 'By a user' }))
  expect(await fieldsOf('audit', `actor=${admin.email}`, 'action')).toEqual(['partner.create'])
  expect(await fieldsOf('audit', `actor=${admin.email}&target=partner:1`, 'action')).toEqual([])
})
