import type { CommandCase } from '../operator/case.ts'

/** The lists of commands, each with a property that it is sorted by; some also by their time. */
const SORTED: readonly (readonly [list: string, path: string, sort: string])[] = [
  ['approvals list', '/approvals', 'requestedAt'],
  ['campaigns list 7', '/partners/7/campaigns', '-createdAt'],
  ['consumers list 7', '/partners/7/consumers', 'createdAt'],
  ['partners list', '/partners', '-name'],
  ['products list', '/products', 'brand'],
  ['reconciliations list', '/reconciliations', '-madeAt'],
  ['stock list', '/stock', '-daysLeft'],
  ['users list', '/users', 'email'],
]
const OF_TIME: readonly (readonly [list: string, path: string, sort?: string])[] = [
  ['alerts list --state all', '/alerts', '-raisedAt'],
  ['audit list', '/audit', 'at'],
  ['cases list', '/cases'],
  ['credits list 7', '/partners/7/credit-imports', 'createdAt'],
  ['erasures list', '/erasures', '-erasedAt'],
  ['mails list', '/mails'],
]
const WHEN = ['--from', '2026-01-01', '--to', '2026-01-31']

/** The options of commands that select rows of a list, and the requests that they send. */
export const LIST_COMMANDS: readonly CommandCase[] = [
  [['audit', 'list', '--actor', 'ann@example.com'], 'GET /audit?actor=ann%40example.com'],
  [
    ['campaigns', 'list', '7', '--name', 'Spring', '--ended'],
    'GET /partners/7/campaigns?name=Spring&ended=true',
  ],
  [['campaigns', 'list', '7', '--no-ended'], 'GET /partners/7/campaigns?ended=false'],
  [['credentials', 'list', '7', '--state', 'ACTIVE'], 'GET /partners/7/credentials?state=ACTIVE'],
  [['erasures', 'list', '--partner', '7'], 'GET /erasures?partnerId=7'],
  [['imports', 'list', '3', '--state', 'FAILED'], 'GET /products/3/imports?state=FAILED'],
  [['lots', 'list', '3', '--state', 'QUARANTINED'], 'GET /products/3/lots?state=QUARANTINED'],
  [
    ['partners', 'list', '--name', 'acme', '--status', 'SUSPENDED', '--test'],
    'GET /partners?name=acme&status=SUSPENDED&test=true',
  ],
  [['partners', 'list', '--no-test'], 'GET /partners?test=false'],
  [
    ['products', 'list', '--brand', 'N', '--type', 'TOP_UP', '--currency', 'usd', '--active'],
    'GET /products?brand=N&productType=TOP_UP&currency=USD&active=true',
  ],
  [['products', 'list', '--no-active'], 'GET /products?active=false'],
  [['stock', 'list', '--brand', 'N'], 'GET /stock?brand=N'],
  [['suppliers', 'health', '--circuit', 'open'], 'GET /suppliers/health?circuit=open'],
  [
    ['suppliers', 'listings', '--brand', 'N', '--country', 'DE', '--currency', 'EUR'].concat([
      '--product-type',
      'GIFT_CARD',
    ]),
    'GET /supplier-listings?brand=N&country=DE&currency=EUR&productType=GIFT_CARD',
  ],
  [
    ['suppliers', 'prices', '--supplier', 'tillo:main'],
    'GET /supplier-price-changes?supplier=tillo%3Amain',
  ],
  [['tokens', 'list', '--state', 'EXPIRED'], 'GET /tokens?state=EXPIRED'],
  [
    ['users', 'list', '--email', 'example.com', '--role', 'owner', '--status', 'DISABLED'],
    'GET /users?email=example.com&role=owner&status=DISABLED',
  ],
  [['reports', 'margin', '--to', '2026-01-31'], 'GET /reports/margin?to=2026-01-31'],
  [
    ['requests', 'list', '--from', '2026-01-01', '--to', '2026-01-31'],
    'GET /requests?from=2026-01-01&to=2026-01-31',
  ],
  [
    ['transactions', 'list', '3', '--reference', 'wire-1', '--from', '2026-01-01'].concat([
      '--to',
      '2026-01-31',
    ]),
    'GET /partners/3/transactions?reference=wire-1&from=2026-01-01&to=2026-01-31',
  ],
  ...SORTED.map(([list, path, sort]): CommandCase => [
    [...list.split(' '), '--sort', sort],
    `GET ${path}?sort=${sort}`,
  ]),
  ...OF_TIME.map(([list, path, sort]): CommandCase => [
    [...list.split(' '), ...WHEN, ...(sort === undefined ? [] : ['--sort', sort])],
    `GET ${path}?from=2026-01-01&to=2026-01-31${sort === undefined ? '' : `&sort=${sort}`}`,
  ]),
  [
    ['transactions', 'list', '3', '--metadata', 'team:hr'],
    'GET /partners/3/transactions?metadata=team%3Ahr',
  ],
  [['audit', 'list', '--action', 'partner.create'], 'GET /audit?action=partner.create'],
  [['reconciliations', 'list', '--kind', 'deposits'], 'GET /reconciliations?kind=deposits'],
]
