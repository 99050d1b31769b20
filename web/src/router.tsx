import { useQuery, type QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Failure } from './components/failure.tsx'
import { NotFound } from './components/not-found.tsx'
import { Loading } from './components/page.tsx'
import { sessionQuery } from './session/session.ts'
import { SignIn } from './session/sign-in.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

const consoleRoute = createRoute({
  getParentRoute: () => root,
  path: 'console',
  component: SignedIn,
  notFoundComponent: NotFound,
})

/** The pages of the console, each loaded when it is opened first. */
const pages = [
  page(
    '/',
    lazyRouteComponent(() => import('./console/overview.tsx'), 'OverviewPage'),
  ),
  page(
    'trace',
    lazyRouteComponent(() => import('./console/trace.tsx'), 'TracePage'),
  ),
  page(
    'orders',
    lazyRouteComponent(() => import('./console/orders.tsx'), 'OrdersPage'),
  ),
  page(
    'orders/$orderId',
    lazyRouteComponent(() => import('./console/order.tsx'), 'OrderPage'),
  ),
  page(
    'cases',
    lazyRouteComponent(() => import('./console/cases.tsx'), 'CasesPage'),
  ),
  page(
    'alerts',
    lazyRouteComponent(() => import('./console/alerts.tsx'), 'AlertsPage'),
  ),
  page(
    'requests',
    lazyRouteComponent(() => import('./console/requests.tsx'), 'RequestsPage'),
  ),
  page(
    'requests/$requestId',
    lazyRouteComponent(() => import('./console/request.tsx'), 'RequestPage'),
  ),
  page(
    'mails',
    lazyRouteComponent(() => import('./console/mails.tsx'), 'MailsPage'),
  ),
  page(
    'partners',
    lazyRouteComponent(() => import('./console/partners.tsx'), 'PartnersPage'),
  ),
  page(
    'partners/$partnerId',
    lazyRouteComponent(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'partners/$partnerId/$tab',
    lazyRouteComponent(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'catalog',
    lazyRouteComponent(() => import('./console/catalog.tsx'), 'CatalogPage'),
  ),
  page(
    'catalog/$productId',
    lazyRouteComponent(() => import('./console/product.tsx'), 'ProductPage'),
  ),
  page(
    'stock',
    lazyRouteComponent(() => import('./console/stock.tsx'), 'StockPage'),
  ),
  page(
    'suppliers',
    lazyRouteComponent(() => import('./console/suppliers.tsx'), 'SuppliersPage'),
  ),
  page(
    'prices',
    lazyRouteComponent(() => import('./console/prices.tsx'), 'PricesPage'),
  ),
  page(
    'rates',
    lazyRouteComponent(() => import('./console/rates.tsx'), 'RatesPage'),
  ),
  page(
    'reports',
    lazyRouteComponent(() => import('./console/reports.tsx'), 'ReportsPage'),
  ),
  page(
    'reconciliations',
    lazyRouteComponent(() => import('./console/reconciliations.tsx'), 'ReconciliationsPage'),
  ),
  page(
    'ledger',
    lazyRouteComponent(() => import('./console/ledger.tsx'), 'LedgerPage'),
  ),
  page(
    'audit',
    lazyRouteComponent(() => import('./console/audit.tsx'), 'AuditPage'),
  ),
]

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/console' })
  },
})

export function createAppRouter(_queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([start, consoleRoute.addChildren(pages)]),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    scrollRestoration: true,
    // Values stay text: a reference such as 007 is no number.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search: Record<string, unknown>) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(
        given.map(([name, value]) => [name, String(value)]),
      ).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

function page(path: string, component: ReturnType<typeof lazyRouteComponent>) {
  return createRoute({ getParentRoute: () => consoleRoute, path, component })
}

/** Shows the pages to who is signed in, and the sign-in to everybody else, at the same address. */
function SignedIn() {
  const { data, error, isPending, refetch } = useQuery(sessionQuery)
  if (isPending) return <Loading />
  if (error) return <Failure error={error} retry={() => void refetch()} />
  return data === null ? <SignIn /> : <Shell />
}
