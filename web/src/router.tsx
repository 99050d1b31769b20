import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { Suspense } from 'react'
import type { OperationId } from './api/client.ts'
import { lazyPage, lazyPart } from './components/lazy-part.ts'
import { NotFound } from './components/not-found.tsx'
import { Loading } from './components/page.tsx'
import { ConsoleDoor, PortalDoor } from './doors.tsx'
import { PORTAL_PAGES } from './portal/pages.ts'
import { readSearch, writeSearch } from './search-text.ts'
import { ConnectionBar } from './session/connection-bar.tsx'
import { permitted, type PageOfDoor } from './session/permitted.tsx'
import { visitorRoutes } from './session/visitor-routes.ts'

/** The first page has no texts of its own, and does not wait for them. */
const Notices = lazyPart(() => import('./components/notices.tsx'), 'Notices')

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

/** The page, and the notifications: they may have links, so they need the router. */
function Root() {
  return (
    <>
      <ConnectionBar />
      <Outlet />
      <Suspense>
        <Notices />
      </Suspense>
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

const accountPage = lazyPage(() => import('./account/account.tsx'), 'AccountPage')

/** The pages of the console, each loaded when it is opened first. */
const pages = [
  page(
    '/',
    'getOverview',
    lazyPage(() => import('./console/overview.tsx'), 'OverviewPage'),
  ),
  page(
    'trace',
    'trace',
    lazyPage(() => import('./console/trace.tsx'), 'TracePage'),
  ),
  page(
    'orders',
    'listOrders',
    lazyPage(() => import('./console/orders.tsx'), 'OrdersPage'),
  ),
  page(
    'orders/$orderId',
    'trace',
    lazyPage(() => import('./console/order.tsx'), 'OrderPage'),
  ),
  page(
    'link-reviews',
    'listLinkReviews',
    lazyPage(() => import('./console/link-reviews.tsx'), 'LinkReviewsPage'),
  ),
  page(
    'links/$linkId',
    'getLink',
    lazyPage(() => import('./console/link.tsx'), 'LinkPage'),
  ),
  page(
    'cases',
    'listCases',
    lazyPage(() => import('./console/cases.tsx'), 'CasesPage'),
  ),
  page(
    'alerts',
    'listAlerts',
    lazyPage(() => import('./console/alerts.tsx'), 'AlertsPage'),
  ),
  page(
    'requests',
    'listRequests',
    lazyPage(() => import('./console/requests.tsx'), 'RequestsPage'),
  ),
  page(
    'requests/$requestId',
    'getRequest',
    lazyPage(() => import('./console/request.tsx'), 'RequestPage'),
  ),
  page(
    'mails',
    'listMails',
    lazyPage(() => import('./console/mails.tsx'), 'MailsPage'),
  ),
  page(
    'mails/templates',
    'listMailTemplates',
    lazyPage(() => import('./console/mail-templates.tsx'), 'MailTemplatesPage'),
  ),
  page(
    'partners',
    'listPartners',
    lazyPage(() => import('./console/partners.tsx'), 'PartnersPage'),
  ),
  page(
    // One route, so that the page and its focus stay when the tab changes.
    'partners/$partnerId/{-$tab}',
    'getPartner',
    lazyPage(() => import('./console/partner.tsx'), 'PartnerPage'),
  ),
  page(
    'partners/$partnerId/webhooks/$endpointId',
    'getWebhookEndpoint',
    lazyPage(() => import('./console/webhook.tsx'), 'WebhookPage'),
  ),
  page(
    'catalog',
    'listProducts',
    lazyPage(() => import('./console/catalog.tsx'), 'CatalogPage'),
  ),
  page(
    'catalog/$productId',
    'getStock',
    lazyPage(() => import('./console/product.tsx'), 'ProductPage'),
  ),
  page(
    'catalog/$productId/lots/$lot',
    'listLotCosts',
    lazyPage(() => import('./console/lot-costs.tsx'), 'LotCostsPage'),
  ),
  page(
    'stock',
    'listStock',
    lazyPage(() => import('./console/stock.tsx'), 'StockPage'),
  ),
  page(
    'suppliers',
    'listUpstreams',
    lazyPage(() => import('./console/suppliers.tsx'), 'SuppliersPage'),
  ),
  page(
    'suppliers/accounts/$supplier',
    'getSupplier',
    lazyPage(() => import('./console/supplier.tsx'), 'SupplierPage'),
  ),
  page(
    'suppliers/accounts/$supplier/purchases/$purchaseId',
    'getSupplierPurchase',
    lazyPage(() => import('./console/supplier-purchase.tsx'), 'SupplierPurchasePage'),
  ),
  page(
    'listings',
    'listSupplierListings',
    lazyPage(() => import('./console/supplier-listings.tsx'), 'SupplierListingsPage'),
  ),
  page(
    'listings/$listingId',
    'getSupplierListing',
    lazyPage(() => import('./console/supplier-listing.tsx'), 'SupplierListingPage'),
  ),
  page(
    'suppliers/$upstreamName',
    'listUpstreams',
    lazyPage(() => import('./console/upstream.tsx'), 'UpstreamPage'),
  ),
  page(
    'prices',
    'listPriceRules',
    lazyPage(() => import('./console/prices.tsx'), 'PricesPage'),
  ),
  page(
    'rates',
    'listFxRates',
    lazyPage(() => import('./console/rates.tsx'), 'RatesPage'),
  ),
  page(
    'assortments',
    'listAssortmentRules',
    lazyPage(() => import('./console/assortments.tsx'), 'AssortmentsPage'),
  ),
  page(
    'erasures',
    'listErasures',
    lazyPage(() => import('./console/erasures.tsx'), 'ErasuresPage'),
  ),
  page(
    'keys',
    'listKeys',
    lazyPage(() => import('./console/keys.tsx'), 'KeysPage'),
  ),
  page(
    'reports',
    'margin',
    lazyPage(() => import('./console/reports.tsx'), 'ReportsPage'),
  ),
  page(
    'reconciliations',
    'listReconciliations',
    lazyPage(() => import('./console/reconciliations.tsx'), 'ReconciliationsPage'),
  ),
  page(
    'reconciliations/$reconciliationId',
    'getReconciliation',
    lazyPage(() => import('./console/reconciliation.tsx'), 'ReconciliationPage'),
  ),
  page(
    'ledger',
    'listVerifications',
    lazyPage(() => import('./console/ledger.tsx'), 'LedgerPage'),
  ),
  page(
    'approvals',
    'listApprovals',
    lazyPage(() => import('./console/approvals.tsx'), 'ApprovalsPage'),
  ),
  page(
    'approvals/$approvalId',
    'getApproval',
    lazyPage(() => import('./console/approval.tsx'), 'ApprovalPage'),
  ),
  page(
    'audit',
    'listAudit',
    lazyPage(() => import('./console/audit.tsx'), 'AuditPage'),
  ),
  page(
    'users',
    'listUsers',
    lazyPage(() => import('./console/users.tsx'), 'UsersPage'),
  ),
  page(
    'merchants',
    'listMerchants',
    lazyPage(() => import('./console/merchants.tsx'), 'MerchantsPage'),
  ),
  page(
    'merchants/$merchantId',
    'listMerchants',
    lazyPage(() => import('./console/merchant.tsx'), 'MerchantPage'),
  ),
  page(
    'tokens',
    'listServiceTokens',
    lazyPage(() => import('./console/tokens.tsx'), 'TokensPage'),
  ),
  page(
    'settings',
    'getSettings',
    lazyPage(() => import('./console/settings.tsx'), 'SettingsPage'),
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

/** Returns the route of a page of the portal. */
function portalPage({ path, ...shown }: PageOfDoor) {
  return createRoute({ getParentRoute: () => portalRoute, path, component: permitted(shown) })
}
