import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OPERATOR_LISTS } from '../../operator/cases.ts'
import type { Headers, Reply } from '../../support/client.ts'
import { inTurn } from '../../support/turns.ts'
import {
  NO_CURRENCIES,
  NO_DAYS,
  NO_PRODUCTS,
  NO_STATUSES,
  NO_TEXTS,
  NO_TIMES,
  PAGES,
  ZERO_BASED,
  badQueries,
  type Bad,
} from './bad-parameters.ts'
import { OFFERED_ROUTES } from './offered-routes.ts'
import { MOVEMENT_LISTS } from './movement-lists.ts'
import { WEBHOOK_LISTS } from './webhook-requests.ts'
import { faultOf, familyOf, openFixture, send } from './fixture.ts'
import { targetOf } from './ids-of-paths.ts'
import { expectRefused } from './refused.ts'
import type { Ids, Fixture } from './fixture.ts'

let fixture: Fixture

beforeAll(async () => {
  fixture = await openFixture()
})

afterAll(() => fixture.end())

interface ListCase {
  /** Returns the path, if its ids differ from those of `idsOf`. */
  readonly path?: (ids: Ids) => string
  readonly bad: Bad
  /** The other parameters of a valid query, with placeholders of ids like a path. */
  readonly rest?: string
  /** A body that is sent. */
  readonly upload?: (ids: Ids) => { readonly body: string; readonly headers?: Headers }
}

/** Bad values of parameters that many lists have; a list may replace them. */
const SHARED: Bad = {
  sort: ['', '-', 'nothing', '--name', 'name,-name', '%00', '__proto__'],
  from: NO_TIMES,
  to: NO_TIMES,
  action: NO_TEXTS,
  kind: NO_STATUSES,
}

/** Every route with query parameters, and bad values of each. */
const LISTS = withShared({
  'GET /v2/products': {
    bad: { currency: NO_CURRENCIES, ...NO_PRODUCTS, ...PAGES },
    rest: 'currency=USD',
  },
  'GET /v2/products/{productId}': {
    bad: { currency: NO_CURRENCIES, ...NO_PRODUCTS },
    rest: 'currency=USD',
  },
  'GET /v2/orders': {
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
  'GET /v2/orders/{orderId}/cases': {
    path: ({ orderId }) => `/v2/orders/${orderId}/cases`,
    bad: PAGES,
  },
  ...MOVEMENT_LISTS,
  ...WEBHOOK_LISTS,
  ...OPERATOR_LISTS,
  'GET /api/partner/v1/customer': { bad: ZERO_BASED },
  'GET /api/partner/v1/customer/{customerId}/wallets': {
    bad: ZERO_BASED,
  },
})

function withShared(lists: Readonly<Record<string, ListCase>>) {
  const complete = ([route, list]: [string, ListCase]) => {
    const parameters = OFFERED_ROUTES.find(({ name }) => name === route)?.query ?? {}
    const shared = Object.fromEntries(Object.entries(SHARED).filter(([name]) => name in parameters))
    const path = (ids: Ids): string => targetOf(route, ids)
    return [route, { path, ...list, bad: { ...shared, ...list.bad } }] as const
  }
  return Object.fromEntries(Object.entries(lists).map(complete))
}

function sendRequest(route: string, { upload }: ListCase, target: string): Promise<Reply> {
  const [method = ''] = route.split(' ')
  return send(fixture, method, { target, ...upload?.(fixture.ids) })
}

function withQuery({ path, rest }: (typeof LISTS)[string], name: string, query: string): string {
  const others = (rest?.split('&') ?? []).filter((one) => !one.startsWith(`${name}=`))
  const more = others.map((one) => `&${targetOf(`GET ${one}`, fixture.ids)}`)
  return `${path(fixture.ids)}?${query}${more.join('')}`
}

test('every route with query parameters is in the table, with all of them', () => {
  const filters = Object.entries(LISTS).map(([route, { bad }]) => [
    route,
    Object.keys(bad).toSorted(),
  ])
  const routes = OFFERED_ROUTES.map(
    ({ name, query }) => [name, Object.keys(query).toSorted()] as const,
  )
  expect(new Map(filters as [string, string[]][])).toEqual(
    new Map(routes.filter(([, names]) => names.length > 0)),
  )
})

test('400, or 422 on /api/partner/v1, naming the parameter', async () => {
  const cases = inTurn(Object.entries(LISTS), 8).flatMap(([route, list], at) => {
    const bad = Object.entries(list.bad).flatMap(([name, values], parameterNo) =>
      badQueries(name, values, at + parameterNo),
    )
    return bad.map(({ name, query }) => ({
      label: `${route}: ${query.slice(0, 60)}`,
      async fault() {
        const target = withQuery(list, name, query)
        const status = familyOf(target) === 'partner-v1' ? 422 : 400
        const reply = await sendRequest(route, list, target)
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

/** Filters that let a list be read to its end; without them its depth is limited. */
const UNLIMITED: Readonly<Record<string, (ids: Ids) => string>> = {
  'GET /admin/v1/orders': ({ partnerId }) => `partnerId=${partnerId}&`,
  'GET /admin/v1/suppliers/{supplier}/purchases': ({ openOrderId }) => `orderId=${openOrderId}&`,
}

describe('the page with the largest number is empty', () => {
  const cases = Object.entries(LISTS).filter(([, { bad }]) => 'page' in bad)

  test.each(inTurn(cases, 8))('%s', async (route, list) => {
    const size = 'size' in list.bad ? 'size=50' : 'pageSize=2000'
    const farthest = `page=${Number.MAX_SAFE_INTEGER}&${size}`
    const deep = `${UNLIMITED[route]?.(fixture.ids) ?? ''}${farthest}`

    const { status, body } = await send(fixture, 'GET', { target: withQuery(list, 'page', deep) })

    expect(status).toBe(200)
    expect(body.content ?? body.data.fulfillments ?? body.data).toEqual([])
    expect(body.hasNext ?? body.meta.pagination.hasNext).toBe(false)
  })
})
