import { Notifications } from '@mantine/notifications'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import type { OperationId } from './api/client.ts'
import { NotFound } from './components/not-found.tsx'
import { Loading } from './components/page.tsx'
import { ConsoleDoor, PortalDoor } from './doors.tsx'
import { PORTAL_PAGES } from './portal/pages.ts'
import { readSearch, writeSearch } from './search-text.ts'
import { permitted, type PageOfDoor } from './session/permitted.tsx'
import { visitorRoutes } from './session/visitor-routes.ts'

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

/** The page, and notifications, which may have links. */
function Root() {
  return (
    <>
      <Outlet />
      <Notifications position="bottom-right" />
    </>
  )
}

const consoleRoute = createRoute({
  getParentRoute: () => root,
  path: 'console',
  component: ConsoleDoor,
  notFoundComponent: NotFound,
})

const portalRoute = createRoute({
  getParentRoute: () => root,
  path: 'portal',
  component: PortalDoor,
  notFoundComponent: NotFound,
})

const accountPage = lazyRouteComponent(() => import('./account/account.tsx'), 'AccountPage')

/** The pages of the console, each loaded when it is opened first. */
const pages = [
  page(
    '/',
    'getOverview',
    lazyRouteComponent(() => import('./console/overview.tsx'), 'OverviewPage'),
  ),
  page(
    'trace',
    'trace',
    lazyRouteComponent(() => import('./console/trace.tsx'), 'TracePage'),
  ),
  page(
    'orders',
    'listOrders',
    lazyRouteComponent(() => import('./console/orders.tsx'), 'OrdersPage'),
  ),
  page(
    'orders/$orderId',
    'trace',
    lazyRouteComponent(() => import('./console/order.tsx'), 'OrderPage'),
  ),
  page(
    'cases',
    'listCases',
    lazyRouteComponent(() => import('./console/cases.tsx'), 'CasesPage'),
  ),
  page(
    'alerts',
    'listAlerts',
    lazyRouteComponent(() => import('./console/alerts.tsx'), 'AlertsPage'),
  ),
  page(
    'requests',
    'listRequests',
    lazyRouteComponent(() => import('./console/requests.tsx'), 'RequestsPage'),
  ),
  page(
    'requests/$requestId',
    'getRequest',
    lazyRouteComponent(() => import('./console/request.tsx'), 'RequestPage'),
  ),
  page(
    'mails',
    'listMails',
    lazyRouteComponent(() => import('./console/mails.tsx'), 'MailsPage'),
  ),
  page(
    'partners',
    'listPartners',
    lazyRouteComponent(() => import('./console/partners.tsx'), 'PartnersPage'),
  ),
  page(
    'partners/$partnerId',
    'getPartner',
    lazyRouteComponent(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'partners/$partnerId/$tab',
    'getPartner',
    lazyRouteComponent(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'partners/$partnerId/webhooks/$endpointId',
    'getWebhookEndpoint',
    lazyRouteComponent(() => import('./console/webhook.tsx'), 'WebhookPage'),
  ),
  page(
    'catalog',
    'listProducts',
    lazyRouteComponent(() => import('./console/catalog.tsx'), 'CatalogPage'),
  ),
  page(
    'catalog/$productId',
    'getStock',
    lazyRouteComponent(() => import('./console/product.tsx'), 'ProductPage'),
  ),
  page(
    'stock',
    'listStock',
    lazyRouteComponent(() => import('./console/stock.tsx'), 'StockPage'),
  ),
  page(
    'suppliers',
    'listUpstreams',
    lazyRouteComponent(() => import('./console/suppliers.tsx'), 'SuppliersPage'),
  ),
  page(
    'suppliers/$upstreamName',
    'listUpstreams',
    lazyRouteComponent(() => import('./console/upstream.tsx'), 'UpstreamPage'),
  ),
  page(
    'prices',
    'listPriceRules',
    lazyRouteComponent(() => import('./console/prices.tsx'), 'PricesPage'),
  ),
  page(
    'rates',
    'listFxRates',
    lazyRouteComponent(() => import('./console/rates.tsx'), 'RatesPage'),
  ),
  page(
    'reports',
    'margin',
    lazyRouteComponent(() => import('./console/reports.tsx'), 'ReportsPage'),
  ),
  page(
    'reconciliations',
    'listReconciliations',
    lazyRouteComponent(() => import('./console/reconciliations.tsx'), 'ReconciliationsPage'),
  ),
  page(
    'reconciliations/$reconciliationId',
    'getReconciliation',
    lazyRouteComponent(() => import('./console/reconciliation.tsx'), 'ReconciliationPage'),
  ),
  page(
    'ledger',
    'listVerifications',
    lazyRouteComponent(() => import('./console/ledger.tsx'), 'LedgerPage'),
  ),
  page(
    'approvals',
    'listApprovals',
    lazyRouteComponent(() => import('./console/approvals.tsx'), 'ApprovalsPage'),
  ),
  page(
    'approvals/$approvalId',
    'getApproval',
    lazyRouteComponent(() => import('./console/approval.tsx'), 'ApprovalPage'),
  ),
  page(
    'audit',
    'listAudit',
    lazyRouteComponent(() => import('./console/audit.tsx'), 'AuditPage'),
  ),
  page(
    'users',
    'listUsers',
    lazyRouteComponent(() => import('./console/users.tsx'), 'UsersPage'),
  ),
  page(
    'tokens',
    'listServiceTokens',
    lazyRouteComponent(() => import('./console/tokens.tsx'), 'TokensPage'),
  ),
  page(
    'settings',
    'getSettings',
    lazyRouteComponent(() => import('./console/settings.tsx'), 'SettingsPage'),
  ),
  page('account', 'listSessions', accountPage),
]

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/console' })
  },
})

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([
      start,
      ...visitorRoutes(root),
      consoleRoute.addChildren(pages),
      portalRoute.addChildren(PORTAL_PAGES.map(portalPage)),
    ]),
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    scrollRestoration: true,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  })
}

/** A page of the console, for those who may read what it shows. */
function page(path: string, reads: OperationId, content: PageOfDoor['content']) {
  const component = permitted({ reads, content })
  return createRoute({ getParentRoute: () => consoleRoute, path, component })
}

/** As `page`, of the portal. */
function portalPage({ path, ...shown }: PageOfDoor) {
  return createRoute({ getParentRoute: () => portalRoute, path, component: permitted(shown) })
}
