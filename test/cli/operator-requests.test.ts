import { expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import type { CommandCase } from '../operator/case.ts'
import { OPERATOR_COMMANDS } from '../operator/cases.ts'
import { APPROVAL_COMMANDS } from './approval-requests.ts'
import { CASE_COMMANDS } from './case-requests.ts'
import { CATALOG_COMMANDS } from './catalog-requests.ts'
import { LIST_COMMANDS } from './list-requests.ts'
import { LOG_COMMANDS } from './log-requests.ts'
import { PRICE_COMMANDS } from './price-requests.ts'
import { USER_COMMANDS } from './user-requests.ts'
import { WEBHOOK_COMMANDS } from './webhook-requests.ts'
import { operatorOf, startStub, tessera } from './fixture.ts'

const CLIENT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'

/** Every command of the operator, the request that it makes, and its body. */
const COMMANDS: readonly CommandCase[] = [
  [['partners', 'list'], 'GET /partners'],
  [['partners', 'list', '--page', '2', '--page-size', '5'], 'GET /partners?page=2&pageSize=5'],
  [['partners', 'create', 'Acme & Co'], 'POST /partners', { name: 'Acme & Co' }],
  [['partners', 'show', '7'], 'GET /partners/7'],
  [
    ['partners', 'update', '7', '--status', 'SUSPENDED', '--rate-limit', '0', '--reason', 'late'],
    'PATCH /partners/7',
    { status: 'SUSPENDED', rateLimit: 0, reason: 'late' },
  ],
  [
    ['partners', 'update', '7', '--rate-limit', 'default'],
    'PATCH /partners/7',
    { rateLimit: null },
  ],
  [['credentials', 'issue', '7'], 'POST /partners/7/credentials', {}],
  [['credentials', 'issue', '7', '--test'], 'POST /partners/7/credentials', { mode: 'test' }],
  [
    ['credentials', 'issue', '7', '--permissions', 'catalog:read, orders:write', '--label', 'till'],
    'POST /partners/7/credentials',
    { label: 'till', permissions: ['catalog:read', 'orders:write'] },
  ],
  [['credentials', 'list', '7'], 'GET /partners/7/credentials'],
  ...OPERATOR_COMMANDS,
  ...LIST_COMMANDS,
  ...LOG_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...USER_COMMANDS,
  ...APPROVAL_COMMANDS,
  [
    ['credentials', 'rotate', '7', CLIENT, '--overlap-seconds', '60'],
    `POST /partners/7/credentials/${CLIENT}/rotate`,
    { overlapSeconds: 60 },
  ],
  [
    ['credentials', 'revoke', '7', CLIENT, '--reason', 'lost'],
    `POST /partners/7/credentials/${CLIENT}/revoke`,
    { reason: 'lost' },
  ],
  [
    ['deposits', 'list', '7', '--from', '2026-01-01', '--to', '2026-02-01'],
    'GET /partners/7/deposits?from=2026-01-01&to=2026-02-01',
  ],
  [
    ['deposits', 'create', '7', 'usd', '100000.00', '--reference', 'wire-1'],
    'POST /partners/7/deposits',
    { currency: 'USD', amount: 100_000, reference: 'wire-1' },
  ],
  [
    ['deposits', 'create', '7', 'usd', '900000', '--reference', 'wire-2', '--confirm', '900000'],
    'POST /partners/7/deposits',
    { currency: 'USD', amount: 900_000, reference: 'wire-2', confirm: 900_000 },
  ],
  [
    ['deposits', 'reverse', '7', 'JPY', '500', '--reference', 'wire-1', '--reason', 'bounced'],
    'POST /partners/7/reversals',
    { currency: 'JPY', amount: 500, reference: 'wire-1', reason: 'bounced' },
  ],
  ...CATALOG_COMMANDS,
  ...PRICE_COMMANDS,
  ...CASE_COMMANDS,
  [
    ['orders', 'list', '--status', 'ON_HOLD', '--partner', '7', '--reference', 'a b'],
    'GET /orders?partnerId=7&clientReference=a+b&status=ON_HOLD',
  ],
  [
    ['orders', 'list', '--item-reference', 'row 7', '--recipient', '+15551234567'],
    'GET /orders?itemReference=row+7&recipient=%2B15551234567',
  ],
  [
    ['orders', 'list', '--product', '3', '--amount', '42.50', '--currency', 'usd'],
    'GET /orders?productId=3&amount=42.50&currency=USD',
  ],
  [
    ['orders', 'list', '--from', '2026-11-01', '--to', '2026-11-02', '--card', 'crd_1-2'],
    'GET /orders?cardIdentifier=crd_1-2&createdFrom=2026-11-01&createdTo=2026-11-02',
  ],
  [['orders', 'list', '--after', 'ord_1'], 'GET /orders?after=ord_1'],
  [['orders', 'show', 'ord_1'], 'GET /orders/ord_1'],
  [['orders', 'show', 'ord_1', '--unmasked'], 'GET /orders/ord_1?unmasked=true'],
  [['trace', 'row 7', '--unmasked'], 'GET /trace?q=row+7&unmasked=true'],
  [
    ['orders', 'cancel', 'ord_1', '--reason', 'asked to'],
    'POST /orders/ord_1/cancel',
    { reason: 'asked to' },
  ],
  [['orders', 'retry', 'ord_1'], 'POST /orders/ord_1/retry', {}],
  [
    ['consumers', 'list', '7', '--email', 'a@b.test', '--unmasked'],
    'GET /partners/7/consumers?email=a%40b.test&unmasked=true',
  ],
  [['campaigns', 'list', '7', '--page', '2'], 'GET /partners/7/campaigns?page=2'],
  [
    ['wallets', 'list', '7', '--consumer', '8', '--campaign', '9'],
    'GET /partners/7/wallets?consumerId=8&campaignId=9',
  ],
  [
    ['campaigns', 'create', '7', 'Spring', 'EUR', '--budget', '1000'],
    'POST /partners/7/campaigns',
    { name: 'Spring', currency: 'EUR', budget: 1000 },
  ],
  [
    ['campaigns', 'open-wallet', '7', '31', '4294967297'],
    'POST /partners/7/campaigns/31/wallets',
    { consumerId: 4_294_967_297 },
  ],
  [
    ['consumers', 'erase', '7', '4294967297', '--reason', 'ticket 12'],
    'POST /partners/7/consumers/4294967297/erasure',
    { reason: 'ticket 12' },
  ],
  [
    ['recipients', 'erase', '7', '+14155550100', '--reason', 'ticket 12'],
    'POST /partners/7/recipients/erasure',
    { recipient: '+14155550100', reason: 'ticket 12' },
  ],
  [
    ['wallets', 'status', '7', '4294967298', 'FROZEN', '--reason', 'lost phone'],
    'POST /partners/7/wallets/4294967298/status',
    { status: 'FROZEN', reason: 'lost phone' },
  ],
  [['upstreams', 'list'], 'GET /upstreams'],
  [['upstreams', 'products', 'acme', '--page', '2'], 'GET /upstreams/acme/products?page=2'],
  [
    ['upstreams', 'purchases', 'acme', '--status', 'PLACED', '--order', 'ord_1'],
    'GET /upstreams/acme/purchases?status=PLACED&orderId=ord_1',
  ],
  [
    ['upstreams', 'close', 'acme', 'tessera-1-2-3-a', '--reason', 'they have none'],
    'POST /upstreams/acme/purchases/tessera-1-2-3-a/close',
    { reason: 'they have none' },
  ],
  [
    ['upstreams', 'update', 'acme', '--low-float', 'none', '--no-active'],
    'PATCH /upstreams/acme',
    { lowFloat: null, active: false },
  ],
  [['suppliers', 'health', '--page', '2'], 'GET /suppliers/health?page=2'],
  [['keys', 'list', '--page', '2'], 'GET /keys?page=2'],
  [['keys', 'masters'], 'GET /master-keys'],
  [
    ['keys', 'rotate', '--data', '--purpose', 'codes'],
    'POST /keys/rotate',
    { scope: 'data', purpose: 'codes' },
  ],
  [
    ['keys', 'rotate', '--master', '--reason', 'yearly'],
    'POST /keys/rotate',
    { scope: 'master', reason: 'yearly' },
  ],
  [['keys', 'retire', '0123456789abcdef'], 'POST /master-keys/0123456789abcdef/retire', {}],
  [['audit', 'list', '--target', 'partner:7'], 'GET /audit?target=partner%3A7'],
  [['imports', 'list', '3', '--page', '2'], 'GET /products/3/imports?page=2'],
  [['imports', 'show', '3', CLIENT], `GET /products/3/imports/${CLIENT}`],
  [['lots', 'list', '3'], 'GET /products/3/lots'],
  [
    ['lots', 'quarantine', '3', 'spring/1', '--reason', 'doubted'],
    'POST /products/3/lots/spring%2F1/quarantine',
    { reason: 'doubted' },
  ],
  [
    ['lots', 'release', '3', 'A', '--reason', 'sound'],
    'POST /products/3/lots/A/release',
    { reason: 'sound' },
  ],
  [
    ['lots', 'recall', '3', 'A', '--reason', 'stolen'],
    'POST /products/3/lots/A/recall',
    { reason: 'stolen' },
  ],
  [['lots', 'orders', '3', 'A', '--page', '2'], 'GET /products/3/lots/A/orders?page=2'],
  [['orders', 'show', '../partners?x'], 'GET /orders/..%2Fpartners%3Fx'],
  [['assortments', 'list', '--partner', '3'], 'GET /assortment-rules?partnerId=3'],
  [['assortments', 'list', '--product', '3'], 'GET /assortment-rules?productId=3'],
  [
    ['assortments', 'set', 'no', '--partner', '3', '--type', 'TOP_UP'],
    'POST /assortment-rules',
    { partnerId: 3, productType: 'TOP_UP', shown: false },
  ],
  [
    ['assortments', 'set', 'none', '--product', '3', '--reason', 'over'],
    'POST /assortment-rules',
    { productId: 3, shown: null, reason: 'over' },
  ],
]

const cases = COMMANDS.map(([argv, request, body]) => ({ argv, request, body }))

test.each(cases)('$argv asks for $request', async ({ argv, request, body }) => {
  const stub = await startStub({ status: 200, body: { data: {} } })

  const outcome = await tessera([...argv, '--json'], { environment: operatorOf(stub) })

  expect(outcome).toMatchObject({ exitCode: 0, stdout: '{}\n', stderr: '' })
  const [taken] = stub.taken
  expect(`${taken?.method} ${taken?.target}`).toBe(request.replace(' ', ' /admin/v1'))
  expect(taken?.headers.authorization).toBe('Bearer tsa_operator')
  const sent = taken?.body.toString() ?? ''
  expect(sent === '' ? undefined : JSON.parse(sent)).toEqual(body)
})

test.each(cases)('$argv sends nothing that $request refuses', ({ request, body }) => {
  const { route, searchParams } = routeOf(request)
  expect(Object.keys(route?.query ?? {})).toEqual(expect.arrayContaining([...searchParams.keys()]))
  if (body !== undefined && route?.bodyKind.kind === 'json') route.bodyKind.check.read(body)
})

function routeOf(request: string) {
  const [method, target = ''] = request.split(' ')
  const { pathname, searchParams } = new URL(`http://t/admin/v1${target}`)
  const route = ROUTES.find(({ name }) => {
    const pattern = name.split(' ')[1]?.replaceAll(/\{\w+\}/g, '[^/]+')
    return name.startsWith(`${method} `) && RegExp(`^${pattern}$`).test(pathname)
  })
  return { route, searchParams }
}

/**
 * Parameters of what is not a list; `tessera audit`, `statement` and `pro-forma` have options.
 */
const OF_NO_LIST: Readonly<Record<string, readonly string[]>> = {
  'GET /admin/v1/audit/export': ['from', 'to'],
  'GET /admin/v1/audit/verification': ['from', 'to', 'head'],
  'GET /admin/v1/partners/{partnerId}/pro-forma': ['currency', 'amount'],
  'GET /admin/v1/partners/{partnerId}/statement': ['currency', 'from', 'to', 'format'],
}

test('each parameter that selects rows of a list has an option of a command', () => {
  const sent = new Map<string | undefined, string[]>()
  for (const { request } of cases) {
    const { route, searchParams } = routeOf(request)
    sent.set(route?.name, [...(sent.get(route?.name) ?? []), ...searchParams.keys()])
  }
  const missing = ROUTES.filter(
    ({ access, name }) => access.to === 'operator' && name.startsWith('GET '),
  )
    .map(({ name, query }): [string, string[]] => [
      name,
      Object.keys(query).filter((one) => !PLACES.has(one) && !sent.get(name)?.includes(one)),
    ])
    .filter(([, names]) => names.length > 0)
  expect(Object.fromEntries(missing)).toEqual(OF_NO_LIST)
})

/** Where in the list a page begins, which no row is selected by. */
const PLACES: ReadonlySet<string> = new Set(['page', 'pageSize', 'after'])
