type PageOf = (id: string, further: string | undefined) => string

const trace: PageOf = (id) => `/console/trace?q=${encodeURIComponent(id)}`

/** The page of each kind of target that has one. */
const PAGES: Readonly<Record<string, PageOf>> = {
  approval: (id) => `/console/approvals/${id}`,
  case: trace,
  consumer: trace,
  // The audit log does not name the partner.
  credit_import: (partnerId, importId) =>
    importId === undefined ? '/console/partners' : `/console/partners/${partnerId}/credits`,
  invitation: () => '/console/users',
  link: (id) => `/console/links/${id}`,
  lot: (productId) => `/console/catalog/${productId}`,
  order: (id) => `/console/orders/${id}`,
  partner: (id, currency) => `/console/partners/${id}${currency === undefined ? '' : '/funds'}`,
  price_rule: () => '/console/prices',
  product: (id) => `/console/catalog/${id}`,
  reconciliation: (id) => `/console/reconciliations/${id}`,
  supplier: supplierPage,
  transfer: trace,
  // An older name in the audit log for an account at another Tessera.
  upstream: (name) => supplierPage('tessera', name),
  user: () => '/console/users',
  wallet: trace,
  'webhook-endpoint': (id) => `/console/partners/${id.split('_')[1] ?? ''}/webhooks/${id}`,
}

/** Returns the page of a target `kind:id` of an audit entry or alert; undefined if it has none. */
export function pageOfTarget(target: string): string | undefined {
  // An alert may be about a product at a supplier: `supplier:tillo:main product:5`.
  const [first = '', product] = target.split(' ')
  const [kind = '', id, further] = (product ?? first).split(':')
  if (id === undefined || id === '') return undefined
  return Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id, further) : undefined
}

/** Returns the page of `reloadly:main`, or that of all suppliers. */
function supplierPage(supplier: string, name: string | undefined): string {
  if (name === undefined) return '/console/suppliers'
  return `/console/suppliers/accounts/${supplier}:${name}`
}
