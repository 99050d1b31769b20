import { NO_FLAGS, NO_STATUSES, NO_STORED_CURRENCIES, NO_TEXTS, PAGES } from './bad-parameters.ts'
import type { Ids } from './fixture.ts'

/** Lists of operators that are selected by names and states, and bad values of each parameter. */
export const FILTERED_LISTS = {
  'GET /admin/v1/partners': {
    path: () => '/admin/v1/partners',
    bad: { name: NO_TEXTS, status: NO_STATUSES, test: NO_FLAGS, ...PAGES },
  },
  'GET /admin/v1/partners/{partnerId}/credentials': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/credentials`,
    bad: { state: NO_STATUSES, ...PAGES },
  },
  'GET /admin/v1/partners/{partnerId}/campaigns': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/campaigns`,
    bad: { name: NO_TEXTS, ended: NO_FLAGS, ...PAGES },
  },
  'GET /admin/v1/products': {
    path: () => '/admin/v1/products',
    bad: {
      brand: NO_TEXTS,
      productType: NO_STATUSES,
      currency: NO_STORED_CURRENCIES,
      active: NO_FLAGS,
      ...PAGES,
    },
  },
  'GET /admin/v1/products/{productId}/imports': {
    path: ({ vaultId }: Ids) => `/admin/v1/products/${vaultId}/imports`,
    bad: { state: ['', 'done', 'RUNNING,DONE', 'DONE%00'], ...PAGES },
  },
  'GET /admin/v1/stock': {
    path: () => '/admin/v1/stock',
    bad: { brand: NO_TEXTS, low: NO_FLAGS, ...PAGES },
  },
  'GET /admin/v1/products/{productId}/lots': {
    path: ({ products }: Ids) => `/admin/v1/products/${products[0]}/lots`,
    bad: { state: NO_STATUSES, ...PAGES },
  },
  'GET /admin/v1/suppliers/health': {
    path: () => '/admin/v1/suppliers/health',
    bad: { circuit: NO_STATUSES, ...PAGES },
  },
}
