import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { PARTNER_ROUTES } from '../oracle/permissions.ts'
import type { Reply, SignedClient } from '../support/client.ts'
import {
  anOrder,
  dataOf,
  openService,
  type Partner,
  type RunningService,
} from '../support/service.ts'

const PARTNER_ROUTE_NAMES = ROUTES.filter(({ access }) => access.to === 'partner').map(
  ({ name }) => name,
)
const ROUTE_PERMISSIONS = Object.entries(PARTNER_ROUTES).flatMap(([permission, routes]) =>
  routes.map((route) => [route, permission] as const),
)
/** Ids of paths: those of a partner, or spellings that name nothing. */
type Ids = Readonly<Record<string, string>>

let service: RunningService
let own: Ids
let foreign: Ids
const absent: Ids = {
  productId: '999999',
  orderId: 'ord_01M86VEXW60000C00ZZZZ',
  draftId: 'drf_00000000-0000-4000-8000-000000000000',
  endpointId: '999999',
  linkId: 'lnk_4294967999999',
  customerId: '999999',
  walletId: '999999',
}

beforeAll(async () => {
  service = await openService({ funds: { USD: '100' } })
  const { productId } = await service.product()
  own = await idsOf(service.partner, productId)
  foreign = await idsOf(await service.newPartner({ USD: '100' }), productId)
})
afterAll(() => service.end())

async function idsOf(partner: Partner, productId: number): Promise<Ids> {
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId })))
  const { draftId } = dataOf(await partner.post('/v2/drafts', anOrder({ productId })))
  const consumer = { fullName: 'Ann', email: 'ann@example.com', currency: 'USD', initialFunds: 1 }
  const { data } = (await partner.post('/api/partner/v1/customer', consumer)).body
  return { orderId: id, draftId, customerId: String(data.id), walletId: data.walletId }
}

function send(client: SignedClient, route: string, ids: Ids): Promise<Reply> {
  const [method = '', path = ''] = route.split(' ')
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? absent[name] ?? '')
  const query = route === 'GET /v2/products/{productId}' ? '?currency=USD' : ''
  const headers = { 'idempotency-key': randomUUID() }
  return method === 'GET'
    ? client.get(target + query)
    : client.send(method, target, { body: {}, headers })
}

test('the oracle knows the permission of each route of partners, and no other route', () => {
  expect(ROUTE_PERMISSIONS.map(([route]) => route).toSorted()).toEqual(
    PARTNER_ROUTE_NAMES.toSorted(),
  )
})

test('a permission allows the routes that the oracle names, and no other, for own and absent ids', async () => {
  for (const permission of Object.keys(PARTNER_ROUTES)) {
    const client = await service.partner.issue({ permissions: [permission] })
    for (const [route, needed] of ROUTE_PERMISSIONS) {
      for (const ids of [own, absent]) {
        const { status, body } = await send(client, route, ids)
        const isRefused = status === 403 && body.error.code === 'AUTHORIZATION_ERROR'
        expect([permission, route, isRefused]).toEqual([permission, route, permission !== needed])
      }
    }
  }
})

/** Other spellings of an id, none of which is an id. */
function spellingsOf(id: string): string[] {
  const [first = ''] = id
  const encoded = `%${first.charCodeAt(0).toString(16).toUpperCase()}${id.slice(1)}`
  const cased = [id.toUpperCase(), id.toLowerCase()].filter((one) => one !== id)
  return [encoded, ...cased, `0${id}`, `${id}%20`, `${id}%00`, `%2E%2E%2F${id}`, `+${id}`]
}

/** The parts of a response that do not depend on the request. */
function statusAndText({ status, text }: Reply): readonly [number, string] {
  return [status, text]
}

test('a foreign id, and any other spelling of an own id, gets the response of an absent id', async () => {
  const { partner } = service
  for (const [route] of ROUTE_PERMISSIONS) {
    for (const name of ['orderId', 'draftId', 'customerId', 'walletId']) {
      if (!route.includes(`{${name}}`)) continue
      const absentResponse = statusAndText(await send(partner, route, absent))
      expect([404, 409, 422, 400]).toContain(absentResponse[0])
      expect([route, name, statusAndText(await send(partner, route, foreign))]).toEqual([
        route,
        name,
        absentResponse,
      ])
      for (const spelling of spellingsOf(own[name] ?? '')) {
        const response = statusAndText(await send(partner, route, { ...own, [name]: spelling }))
        expect([route, spelling, response]).toEqual([route, spelling, absentResponse])
      }
    }
  }
})

test('an idempotency key of another partner is free, and its order is not shown', async () => {
  const other = await service.newPartner({ USD: '100' })
  const { productId } = await service.product()
  const key = randomUUID()
  const order = anOrder({ productId })
  const headers = { 'idempotency-key': key }
  const first = await service.partner.post('/v2/orders', order, headers)
  const second = await other.post('/v2/orders', order, headers)
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.headers['idempotent-replayed']).toBe(undefined)
  expect(second.body.data.id).not.toBe(first.body.data.id)
})
