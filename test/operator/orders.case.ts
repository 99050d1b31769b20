import { anUnstockedOrder } from '../conformance/admin-v1/fixture.ts'
import {
  NO_AMOUNTS,
  NO_DAYS,
  NO_FLAGS,
  NO_NUMBERS,
  NO_PARTNERS,
  NO_STATUSES,
  NO_STORED_CURRENCIES,
  NO_TEXTS,
  PAGES,
} from '../conformance/bad-input/bad-parameters.ts'
import { withOptionalReason, withReason } from '../conformance/bad-input/values.ts'
import type { RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/orders'

/** Places an order for which there is no stock; returns its id. */
async function waitingOrder(service: RunningService): Promise<string> {
  const { productId } = await service.product({ supplier: 'vault' })
  return (await anUnstockedOrder(service, service.partner, { productId, amount: 10 })).id
}

export const ORDERS: OperatorCases = {
  'GET /admin/v1/orders': {
    roles: 'admin finance operations support auditor',
    badQueries: {
      partnerId: NO_PARTNERS,
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
    commands: {
      'orders list --status ON_HOLD --partner 7 --reference "a b"':
        '/orders?partnerId=7&clientReference=a+b&status=ON_HOLD',
      'orders list --item-reference "row 7" --recipient +15551234567':
        '/orders?itemReference=row+7&recipient=%2B15551234567',
      'orders list --product 3 --amount 42.50 --currency usd':
        '/orders?productId=3&amount=42.50&currency=USD',
      'orders list --from 2026-11-01 --to 2026-11-02 --card crd_1-2':
        '/orders?cardIdentifier=crd_1-2&createdFrom=2026-11-01&createdTo=2026-11-02',
      'orders list --after ord_1': '/orders?after=ord_1',
    },
  },

  'GET /admin/v1/orders/{orderId}': {
    roles: 'admin finance operations support auditor',
    path: ({ orderId }) => `${PATH}/${orderId}`,
    badQueries: { unmasked: NO_FLAGS, ...PAGES },
    commands: {
      'orders show ord_1': '/orders/ord_1',
      'orders show ord_1 --unmasked': '/orders/ord_1?unmasked=true',
      'orders show ../partners?x': '/orders/..%2Fpartners%3Fx',
    },
  },

  'GET /admin/v1/trace': {
    roles: 'admin finance operations support auditor',
    query: 'q=x',
    badQueries: { q: [...NO_TEXTS, '%20'], unmasked: NO_FLAGS },
    commands: { 'trace "row 7" --unmasked': '/trace?q=row+7&unmasked=true' },
  },

  'POST /admin/v1/orders/{orderId}/retry': {
    roles: 'admin operations',
    bodies: [withOptionalReason('restocked')],
    isRefused: true,
    async audit(service) {
      const id = await waitingOrder(service)
      const reply = await service.admin.post(`${PATH}/${id}/retry`, { reason: 'restocked' })
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'order.retry',
        target: `order:${id}`,
        reason: 'restocked',
        after: { retried: 1 },
      }
    },
    commands: { 'orders retry ord_1': ['/orders/ord_1/retry', {}] },
  },

  'POST /admin/v1/orders/{orderId}/cancel': {
    roles: 'admin operations',
    bodies: [withReason('asked for')],
    async audit(service) {
      const id = await waitingOrder(service)
      const reply = await service.admin.post(`${PATH}/${id}/cancel`, { reason: 'asked for' })
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'order.cancel',
        target: `order:${id}`,
        reason: 'asked for',
        before: { status: 'OUT_OF_STOCK' },
        after: { status: 'CANCELLED' },
      }
    },
    commands: {
      'orders cancel ord_1 --reason "asked to"': ['/orders/ord_1/cancel', { reason: 'asked to' }],
    },
  },
}
