import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR_LISTS } from '../../operator/cases.ts'
import type { Headers, Reply } from '../../support/client.ts'
import { inTurn } from '../../support/turns.ts'
import {
  NO_AMOUNTS,
  NO_CURRENCIES,
  NO_DAYS,
  NO_FLAGS,
  NO_INSTANTS,
  NO_LINES,
  NO_LISTS,
  NO_NUMBERS,
  NO_PRODUCTS,
  NO_STATUSES,
  NO_STORED_CURRENCIES,
  NO_TEXTS,
  NO_TIMES,
  NO_UUIDS,
  PAGES,
  ZERO_BASED,
  badQueries,
  type Bad,
} from './bad-parameters.ts'
import { OFFERED_ROUTES } from './offered-routes.ts'
import { caseLists } from './case-lists.ts'
import { MOVEMENT_LISTS } from './movement-lists.ts'
import { RECONCILIATIONS } from './reconciliation-lists.ts'
import { WEBHOOK_LISTS } from './webhook-requests.ts'
import { APPROVAL_LISTS } from './approval-requests.ts'
import { FILTERED_LISTS } from './filtered-lists.ts'
import { USER_LISTS } from './identity-requests.ts'
import { REQUESTS } from './request-lists.ts'
import { faultOf, familyOf, openFixture, send } from './fixture.ts'
import { expectRefused } from './refused.ts'
import type { Ids, Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

interface Listed {
  readonly path: (ids: Ids) => string
  readonly bad: Bad
  /** What must be there beside the parameter. */
  readonly rest?: string | ((ids: Ids) => string)
  /** A file that is sent. */
  readonly upload?: { readonly body: string; readonly headers: Headers }
}

/** How parameters that mean the same in many lists can be bad, unless a list says it. */
const SHARED: Bad = {
  sort: ['', '-', 'nothing', '--name', 'name,-name', '%00', '__proto__'],
  from: NO_TIMES,
  to: NO_TIMES,
  action: NO_TEXTS,
  kind: NO_STATUSES,
}

/** Every route with query parameters, and how each can be bad. */
const LISTS: Readonly<Record<string, Listed>> = withShared({
  'GET /v2/products': {
    path: () => '/v2/products',
    bad: { currency: NO_CURRENCIES, ...NO_PRODUCTS, ...PAGES },
    rest: 'currency=USD',
  },
  'GET /v2/products/{productId}': {
    path: ({ products }) => `/v2/products/${products[0]}`,
    bad: { currency: NO_CURRENCIES, ...NO_PRODUCTS },
    rest: 'currency=USD',
  },
  'GET /v2/orders': {
    path: () => '/v2/orders',
    bad: {
      clientReference: NO_TEXTS,
      status: NO_STATUSES,
      createdFrom: NO_DAYS,
      createdTo: NO_DAYS,
      metadata: [...NO_TEXTS, 'team', ':hr'],
      ...PAGES,
    },
  },
  'GET /v2/orders/{orderId}/items': {
    path: ({ orderId }) => `/v2/orders/${orderId}/items`,
    bad: PAGES,
  },
  'GET /v2/orders/{orderId}/fulfillments': {
    path: ({ orderId }) => `/v2/orders/${orderId}/fulfillments`,
    bad: PAGES,
  },
  ...caseLists(NO_NUMBERS, PAGES),
  ...MOVEMENT_LISTS,
  ...RECONCILIATIONS,
  ...REQUESTS,
  ...WEBHOOK_LISTS,
  ...USER_LISTS,
  ...APPROVAL_LISTS,
  ...FILTERED_LISTS,
  ...OPERATOR_LISTS,
  'GET /api/partner/v1/customer': { path: () => '/api/partner/v1/customer', bad: ZERO_BASED },
  'GET /api/partner/v1/customer/{customerId}/wallets': {
    path: ({ customerId }) => `/api/partner/v1/customer/${customerId}/wallets`,
    bad: ZERO_BASED,
  },
  'GET /admin/v1/partners/{partnerId}/consumers': {
    path: ({ partnerId }) => `/admin/v1/partners/${partnerId}/consumers`,
    bad: { email: NO_TEXTS, unmasked: NO_FLAGS, ...PAGES },
  },
  'GET /admin/v1/partners/{partnerId}/wallets': {
    path: ({ partnerId }) => `/admin/v1/partners/${partnerId}/wallets`,
    bad: { consumerId: [...NO_NUMBERS, '0'], campaignId: [...NO_NUMBERS, '0'], ...PAGES },
  },
  'POST /admin/v1/products/{productId}/codes': {
    path: ({ vaultId }) => `/admin/v1/products/${vaultId}/codes`,
    upload: { body: 'faceValue,giftCardNumber\n', headers: { 'content-type': 'text/csv' } },
    bad: {
      lot: [...NO_TEXTS, 'x'.repeat(65)],
      importId: NO_UUIDS,
      resume: NO_UUIDS,
      dryRun: ['', '1', 'TRUE', 'yes', 'true%00'],
    },
  },
  'POST /admin/v1/products/{productId}/lots/{lot}/costs': {
    path: ({ products: [productId], lot }) => `/admin/v1/products/${productId}/lots/${lot}/costs`,
    upload: {
      body: '{"currency":"EUR","unitCost":9}',
      headers: { 'content-type': 'application/json' },
    },
    bad: { dryRun: NO_FLAGS },
  },
  'GET /admin/v1/reports/margin': {
    path: () => '/admin/v1/reports/margin',
    bad: {
      from: NO_DAYS,
      to: NO_DAYS,
      by: ['', 'Partner', 'partner,', ',brand', 'brand,brand', 'brand%20month', '%00', '__proto__'],
      partnerId: [...NO_NUMBERS, '0', '2097152'],
    },
  },
  'GET /admin/v1/assortment-rules': {
    path: () => '/admin/v1/assortment-rules',
    bad: {
      partnerId: [...NO_NUMBERS, '0', '2097152'],
      productId: [...NO_NUMBERS, '0', '2147483648'],
      ...PAGES,
    },
  },
  'GET /admin/v1/fx-rates': { path: () => '/admin/v1/fx-rates', bad: PAGES },
  'GET /admin/v1/fx-rates/history': {
    path: () => '/admin/v1/fx-rates/history',
    bad: { from: NO_STORED_CURRENCIES, to: NO_STORED_CURRENCIES, ...PAGES },
  },
  'POST /admin/v1/fx-rates/import': {
    path: () => '/admin/v1/fx-rates/import',
    bad: {
      format: ['', 'xml', 'ECB-XML', 'csv%00'],
      currencies: NO_LISTS,
      effectiveAt: NO_INSTANTS,
      source: NO_LINES,
      dryRun: NO_FLAGS,
      force: NO_FLAGS,
      reason: NO_LINES,
    },
    upload: { body: 'DKK,NOK,1.4\n', headers: { 'content-type': 'text/csv' } },
  },
  'GET /admin/v1/orders': {
    path: () => '/admin/v1/orders',
    bad: {
      partnerId: [...NO_NUMBERS, '0', '2097152'],
      clientReference: NO_TEXTS,
      itemReference: NO_TEXTS,
      cardIdentifier: [...NO_TEXTS, 'crd_1', 'crd_01M7YH3EJW00004000001-0', 'ord_1'],
      recipient: NO_TEXTS,
      productId: [...NO_NUMBERS, '0', '2147483648'],
      amount: NO_AMOUNTS,
      currency: NO_STORED_CURRENCIES,
      status: NO_STATUSES,
      createdFrom: NO_DAYS,
      createdTo: NO_DAYS,
      after: ['', 'ord_1', `ord_${'Z'.repeat(21)}`, 'ord_01M7YH3EJW00004000001%00', '%00'],
      ...PAGES,
    },
  },
  'GET /admin/v1/orders/{orderId}': {
    path: ({ orderId }) => `/admin/v1/orders/${orderId}`,
    bad: { unmasked: NO_FLAGS, ...PAGES },
  },
  'GET /admin/v1/trace': {
    path: () => '/admin/v1/trace',
    bad: { q: [...NO_TEXTS, '%20'], unmasked: NO_FLAGS },
    rest: 'q=x',
  },
  'GET /admin/v1/products/{productId}/lots/{lot}/orders': {
    path: ({ products, lot }) => `/admin/v1/products/${products[0]}/lots/${lot}/orders`,
    bad: PAGES,
  },
  'GET /admin/v1/upstreams': { path: () => '/admin/v1/upstreams', bad: PAGES },
  'GET /admin/v1/upstreams/{upstreamName}/products': {
    path: ({ upstreamName }) => `/admin/v1/upstreams/${upstreamName}/products`,
    bad: PAGES,
  },
  'GET /admin/v1/upstreams/{upstreamName}/purchases': {
    path: ({ upstreamName }) => `/admin/v1/upstreams/${upstreamName}/purchases`,
    bad: {
      status: ['', 'placed', 'COMPLETED', 'PLACED,REFUSED'],
      orderId: [...NO_TEXTS, '1', 'ord_1', 'ord_000000000000000000000'],
      ...PAGES,
    },
  },
  'GET /admin/v1/ledger/verifications': {
    path: () => '/admin/v1/ledger/verifications',
    bad: PAGES,
  },
  'GET /admin/v1/keys': { path: () => '/admin/v1/keys', bad: PAGES },
})

function withShared(lists: Readonly<Record<string, Listed>>): Readonly<Record<string, Listed>> {
  const complete = ([route, list]: [string, Listed]) => {
    const known = OFFERED_ROUTES.find(({ name }) => name === route)?.query ?? {}
    const shared = Object.fromEntries(Object.entries(SHARED).filter(([name]) => name in known))
    return [route, { ...list, bad: { ...shared, ...list.bad } }]
  }
  return Object.fromEntries(Object.entries(lists).map(complete))
}

function ask(route: string, { upload }: Listed, target: string): Promise<Reply> {
  const [method = ''] = route.split(' ')
  return send(fixture, method, { target, ...upload })
}

function withQuery({ path, rest }: Listed, name: string, query: string): string {
  const all = typeof rest === 'function' ? rest(fixture.ids) : rest
  const others = (all?.split('&') ?? []).filter((one) => !one.startsWith(`${name}=`))
  return `${path(fixture.ids)}?${[query, ...others].join('&')}`
}

test('every route with query parameters is in the table, with all of them', () => {
  const known = Object.entries(LISTS).map(([route, { bad }]) => [
    route,
    Object.keys(bad).toSorted(),
  ])
  const routes = OFFERED_ROUTES.map(
    ({ name, query }) => [name, Object.keys(query).toSorted()] as const,
  )
  expect(new Map(known as [string, string[]][])).toEqual(
    new Map(routes.filter(([, names]) => names.length > 0)),
  )
})

test('400, or 422 on /api/partner/v1, naming the parameter', async () => {
  const cases = inTurn(Object.entries(LISTS), 8).flatMap(([route, listed], at) => {
    const bad = Object.entries(listed.bad).flatMap(([name, values], of) =>
      badQueries(name, values, at + of),
    )
    return bad.map(({ name, query }) => ({
      label: `${route}: ${query.slice(0, 60)}`,
      async fault() {
        const target = withQuery(listed, name, query)
        const status = familyOf(target) === 'partner-v1' ? 422 : 400
        const reply = await ask(route, listed, target)
        return faultOf(reply, target, { status, fields: [name] })
      },
    }))
  })
  await expectRefused(fixture, cases)
})

test('400 VALIDATION_ERROR: createdFrom after createdTo', async () => {
  const target = '/v2/orders?createdFrom=2026-01-02&createdTo=2026-01-01'
  const reply = await send(fixture, 'GET', { target })
  expect(faultOf(reply, target, { status: 400, fields: ['createdFrom'] })).toBeUndefined()
})

/** What lets lists be read to any end that are bounded without it. */
const ENDLESS: Readonly<Record<string, (ids: Ids) => string>> = {
  'GET /admin/v1/orders': ({ partnerId }) => `partnerId=${partnerId}&`,
  'GET /admin/v1/suppliers/{supplier}/purchases': ({ openOrderId }) => `orderId=${openOrderId}&`,
  'GET /admin/v1/upstreams/{upstreamName}/purchases': ({ openOrderId }) =>
    `orderId=${openOrderId}&`,
}

describe('a page as far away as can be named is empty', () => {
  const cases = Object.entries(LISTS).filter(([, { bad }]) => 'page' in bad)

  test.each(inTurn(cases, 8))('%s', async (route, listed) => {
    const size = 'size' in listed.bad ? 'size=50' : 'pageSize=2000'
    const farthest = `page=${Number.MAX_SAFE_INTEGER}&${size}`
    const deep = `${ENDLESS[route]?.(fixture.ids) ?? ''}${farthest}`

    const { status, body } = await send(fixture, 'GET', { target: withQuery(listed, 'page', deep) })

    expect(status).toBe(200)
    expect(body.content ?? body.data.fulfillments ?? body.data).toEqual([])
    expect(body.hasNext ?? body.meta.pagination.hasNext).toBe(false)
  })
})
