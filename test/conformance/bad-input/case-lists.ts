import type { Ids } from './fixture.ts'

type Bad = Readonly<Record<string, readonly string[]>>

/** The lists of cases, and how their parameters can be bad. */
export function caseLists(noNumbers: readonly string[], pages: Bad) {
  return {
    'GET /v2/orders/{orderId}/cases': {
      path: ({ orderId }: Ids) => `/v2/orders/${orderId}/cases`,
      bad: pages,
    },
    'GET /admin/v1/orders/{orderId}/cases': {
      path: ({ orderId }: Ids) => `/admin/v1/orders/${orderId}/cases`,
      bad: pages,
    },
    'GET /admin/v1/cases': {
      path: () => '/admin/v1/cases',
      bad: {
        partnerId: [...noNumbers, '0', '2097152'],
        kind: ['', 'REFUND', 'refund,block', 'undo'],
        state: ['', 'done', 'OPEN', 'DONE,REJECTED'],
        after: [...noNumbers, '0'],
        ...pages,
      },
    },
  }
}
