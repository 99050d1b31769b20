import { lazyPage } from '../components/lazy-page.ts'
import type { PageOfApplication } from '../session/permitted.tsx'

/** The pages of the console, each loaded when it is opened first. */
export const CONSOLE_PAGES: readonly PageOfApplication[] = [
  {
    path: '/',
    reads: 'getOverview',
    content: lazyPage(() => import('./overview.tsx'), 'OverviewPage'),
  },
  {
    path: 'trace',
    reads: 'trace',
    content: lazyPage(() => import('./trace.tsx'), 'TracePage'),
  },
  {
    path: 'orders',
    reads: 'listOrders',
    content: lazyPage(() => import('./orders.tsx'), 'OrdersPage'),
  },
  {
    path: 'orders/$orderId',
    reads: 'trace',
    content: lazyPage(() => import('./order.tsx'), 'OrderPage'),
  },
  {
    path: 'link-reviews',
    reads: 'listLinkReviews',
    content: lazyPage(() => import('./link-reviews.tsx'), 'LinkReviewsPage'),
  },
  {
    path: 'links/$linkId',
    reads: 'getLink',
    content: lazyPage(() => import('./link.tsx'), 'LinkPage'),
  },
  {
    path: 'cases',
    reads: 'listCases',
    content: lazyPage(() => import('./cases.tsx'), 'CasesPage'),
  },
  {
    path: 'alerts',
    reads: 'listAlerts',
    content: lazyPage(() => import('./alerts.tsx'), 'AlertsPage'),
  },
  {
    path: 'requests',
    reads: 'listRequests',
    content: lazyPage(() => import('./requests.tsx'), 'RequestsPage'),
  },
  {
    path: 'requests/$requestId',
    reads: 'getRequest',
    content: lazyPage(() => import('./request.tsx'), 'RequestPage'),
  },
  {
    path: 'mails',
    reads: 'listMails',
    content: lazyPage(() => import('./mails.tsx'), 'MailsPage'),
  },
  {
    path: 'mails/templates',
    reads: 'listMailTemplates',
    content: lazyPage(() => import('./mail-templates.tsx'), 'MailTemplatesPage'),
  },
  {
    path: 'partners',
    reads: 'listPartners',
    content: lazyPage(() => import('./partners.tsx'), 'PartnersPage'),
  },
  {
    // One route, so that the page and its focus stay when the tab changes.
    path: 'partners/$partnerId/{-$tab}',
    reads: 'getPartner',
    content: lazyPage(() => import('./partner.tsx'), 'PartnerPage'),
  },
  {
    path: 'partners/$partnerId/webhooks/$endpointId',
    reads: 'getWebhookEndpoint',
    content: lazyPage(() => import('./webhook.tsx'), 'WebhookPage'),
  },
  {
    path: 'catalog',
    reads: 'listProducts',
    content: lazyPage(() => import('./catalog.tsx'), 'CatalogPage'),
  },
  {
    path: 'catalog/$productId',
    reads: 'getStock',
    content: lazyPage(() => import('./product.tsx'), 'ProductPage'),
  },
  {
    path: 'catalog/$productId/lots/$lot',
    reads: 'listLotCosts',
    content: lazyPage(() => import('./lot-costs.tsx'), 'LotCostsPage'),
  },
  {
    path: 'stock',
    reads: 'listStock',
    content: lazyPage(() => import('./stock.tsx'), 'StockPage'),
  },
  {
    path: 'suppliers',
    reads: 'listSuppliers',
    content: lazyPage(() => import('./suppliers.tsx'), 'SuppliersPage'),
  },
  {
    path: 'suppliers/accounts/$supplier',
    reads: 'getSupplier',
    content: lazyPage(() => import('./supplier.tsx'), 'SupplierPage'),
  },
  {
    path: 'suppliers/accounts/$supplier/purchases/$purchaseId',
    reads: 'getSupplierPurchase',
    content: lazyPage(() => import('./supplier-purchase.tsx'), 'SupplierPurchasePage'),
  },
  {
    path: 'listings',
    reads: 'listSupplierListings',
    content: lazyPage(() => import('./supplier-listings.tsx'), 'SupplierListingsPage'),
  },
  {
    path: 'listings/$listingId',
    reads: 'getSupplierListing',
    content: lazyPage(() => import('./supplier-listing.tsx'), 'SupplierListingPage'),
  },
  {
    path: 'prices',
    reads: 'listPriceRules',
    content: lazyPage(() => import('./prices.tsx'), 'PricesPage'),
  },
  {
    path: 'rates',
    reads: 'listFxRates',
    content: lazyPage(() => import('./rates.tsx'), 'RatesPage'),
  },
  {
    path: 'assortments',
    reads: 'listAssortmentRules',
    content: lazyPage(() => import('./assortments.tsx'), 'AssortmentsPage'),
  },
  {
    path: 'erasures',
    reads: 'listErasures',
    content: lazyPage(() => import('./erasures.tsx'), 'ErasuresPage'),
  },
  {
    path: 'keys',
    reads: 'listKeys',
    content: lazyPage(() => import('./keys.tsx'), 'KeysPage'),
  },
  {
    path: 'reports',
    reads: 'margin',
    content: lazyPage(() => import('./reports.tsx'), 'ReportsPage'),
  },
  {
    path: 'reports/orders',
    reads: 'listMarginOrders',
    content: lazyPage(() => import('./margin-orders.tsx'), 'MarginOrdersPage'),
  },
  {
    path: 'reconciliations',
    reads: 'listReconciliations',
    content: lazyPage(() => import('./reconciliations.tsx'), 'ReconciliationsPage'),
  },
  {
    path: 'reconciliations/$reconciliationId',
    reads: 'getReconciliation',
    content: lazyPage(() => import('./reconciliation.tsx'), 'ReconciliationPage'),
  },
  {
    path: 'ledger',
    reads: 'listVerifications',
    content: lazyPage(() => import('./ledger.tsx'), 'LedgerPage'),
  },
  {
    path: 'approvals',
    reads: 'listApprovals',
    content: lazyPage(() => import('./approvals.tsx'), 'ApprovalsPage'),
  },
  {
    path: 'approvals/$approvalId',
    reads: 'getApproval',
    content: lazyPage(() => import('./approval.tsx'), 'ApprovalPage'),
  },
  {
    path: 'audit',
    reads: 'listAudit',
    content: lazyPage(() => import('./audit.tsx'), 'AuditPage'),
  },
  {
    path: 'users',
    reads: 'listUsers',
    content: lazyPage(() => import('./users.tsx'), 'UsersPage'),
  },
  {
    path: 'merchants',
    reads: 'listMerchants',
    content: lazyPage(() => import('./merchants.tsx'), 'MerchantsPage'),
  },
  {
    path: 'merchants/$merchantId',
    reads: 'listMerchants',
    content: lazyPage(() => import('./merchant.tsx'), 'MerchantPage'),
  },
  {
    path: 'tokens',
    reads: 'listServiceTokens',
    content: lazyPage(() => import('./tokens.tsx'), 'TokensPage'),
  },
  {
    path: 'settings',
    reads: 'getSettings',
    content: lazyPage(() => import('./settings.tsx'), 'SettingsPage'),
  },
  {
    path: 'account',
    reads: 'listSessions',
    content: lazyPage(() => import('../account/account.tsx'), 'AccountPage'),
  },
]
