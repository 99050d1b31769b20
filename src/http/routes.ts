import { alertRoutes } from './admin-v1/alerts.ts'
import { approvalRoutes } from './approvals/approvals.ts'
import { approvalRulesRoutes } from './approvals/approval-rules.ts'
import { assortmentRuleRoutes } from './admin-v1/assortment-rules.ts'
import { auditRoutes } from './admin-v1/audit.ts'
import { campaignRoutes } from './admin-v1/campaigns.ts'
import { caseRoutes } from './admin-v1/cases.ts'
import { consumerRoutes } from './admin-v1/consumers.ts'
import { contentRoutes } from './admin-v1/content.ts'
import { creditImportRoutes } from './admin-v1/credit-imports.ts'
import { credentialRoutes } from './admin-v1/credentials.ts'
import { erasureRoutes } from './admin-v1/erasures.ts'
import { eventRoutes } from './admin-v1/events.ts'
import { findCardRoutes } from './admin-v1/find-card.ts'
import { findCodeRoutes } from './admin-v1/find-code.ts'
import { creditLimitRoutes } from './admin-v1/credit-limits.ts'
import { spendLimitRoutes } from './admin-v1/spend-limits.ts'
import { fundingRoutes } from './admin-v1/funding.ts'
import { fxRateRoutes } from './admin-v1/fx-rates.ts'
import { fxSpreadRoutes } from './admin-v1/fx-spreads.ts'
import { importFxRateRoutes } from './admin-v1/import-fx-rates.ts'
import { importRoutes } from './admin-v1/imports.ts'
import { mailRoutes } from './admin-v1/mails.ts'
import { mailTemplateRoutes } from './admin-v1/mail-templates.ts'
import { mailSuppressionRoutes } from './admin-v1/mail-suppressions.ts'
import { keyRoutes } from './admin-v1/keys.ts'
import { ledgerRoutes } from './admin-v1/ledger.ts'
import { adminLinkTemplateRoutes } from './admin-v1/link-templates.ts'
import { adminLinkRoutes } from './admin-v1/links.ts'
import { listOrderRoutes } from './admin-v1/list-orders.ts'
import { liveRoutes } from './admin-v1/live.ts'
import { lotCostRoutes } from './admin-v1/lot-costs.ts'
import { lotRoutes } from './admin-v1/lots.ts'
import { orderRoutes } from './admin-v1/orders.ts'
import { merchantRoutes } from './admin-v1/merchants.ts'
import { movementRoutes } from './admin-v1/movements.ts'
import { proFormaRoutes } from './admin-v1/pro-forma.ts'
import { reconciliationRoutes } from './admin-v1/reconciliations.ts'
import { overviewRoutes } from './admin-v1/overview.ts'
import { partnerRoutes } from './admin-v1/partners.ts'
import { priceRuleRoutes } from './admin-v1/price-rules.ts'
import { productRoutes } from './admin-v1/products.ts'
import { reportRoutes } from './admin-v1/reports.ts'
import { requestRoutes } from './admin-v1/requests.ts'
import { settingsRoutes } from './admin-v1/settings.ts'
import { stockRoutes } from './admin-v1/stock.ts'
import { traceRoutes } from './admin-v1/trace.ts'
import { supplierHealthRoutes } from './admin-v1/supplier-health.ts'
import { listingRoutes } from './admin-v1/listings.ts'
import { productOfListingRoutes } from './admin-v1/product-of-listing.ts'
import { productRoutingRoutes } from './admin-v1/product-routing.ts'
import { supplierPriceRoutes } from './admin-v1/supplier-prices.ts'
import { supplierPurchaseRoutes } from './admin-v1/supplier-purchases.ts'
import { supplierRoutes } from './admin-v1/suppliers.ts'
import { tokenRoutes } from './admin-v1/tokens.ts'
import { userPasswordRoutes } from './admin-v1/password-resets.ts'
import { invitationRoutes } from './admin-v1/invitations.ts'
import { userRoutes } from './admin-v1/users.ts'
import { walletRoutes } from './admin-v1/wallets.ts'
import { accountRoutes } from './auth-v1/account.ts'
import { passwordRoutes } from './auth-v1/password.ts'
import { passwordResetRoutes } from './auth-v1/password-reset.ts'
import { secondFactorRoutes } from './auth-v1/second-factors.ts'
import { sessionRoutes } from './auth-v1/sessions.ts'
import { oidcRoutes } from './auth-v1/oidc.ts'
import { previewOwnLinkTemplate } from './claim/link-preview.ts'
import { credentialClaimRoutes } from './signatures/credential-claims.ts'
import { signInRoutes } from './auth-v1/sign-in.ts'
import { passkeyRoutes } from './auth-v1/passkeys.ts'
import { docsRoutes } from './docs/routes.ts'
import { webhookEndpointRoutes } from './admin-v1/webhook-endpoints.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { getLive, getReady } from './operations/health.ts'
import { getMetrics } from './operations/metrics.ts'
import { getImage } from './images.ts'
import { issuerRoutes } from './issuer-v1/routes.ts'
import { createCustomer } from './partner-v1/create-customer.ts'
import { createCustomers, createTransactions } from './partner-v1/create-rows.ts'
import { createTransaction } from './partner-v1/create-transaction.ts'
import { listCustomers, listCustomerWallets } from './partner-v1/read-customers.ts'
import { listWalletTransactions } from './partner-v1/wallet-transactions.ts'
import { ownCaseRoutes } from './portal-v1/cases.ts'
import { ownCredentialRoutes } from './portal-v1/credentials.ts'
import { ownDraftRoutes } from './portal-v1/drafts.ts'
import { ownCreditDraftRoutes } from './portal-v1/credit-drafts.ts'
import { ownLinkDraftRoutes } from './portal-v1/link-drafts.ts'
import { ownCreditImportRoutes } from './portal-v1/credit-imports.ts'
import { ownFundsRoutes } from './portal-v1/funds.ts'
import { ownOrderRuleRoutes } from './portal-v1/order-rules.ts'
import { ownFundsNoticeRoutes } from './portal-v1/funds-notices.ts'
import { ownSignInRuleRoutes } from './portal-v1/sign-in-rules.ts'
import { ownWalletSettingRoutes } from './portal-v1/wallet-settings.ts'
import { ownOrderRoutes } from './portal-v1/orders.ts'
import { ownRequestRoutes } from './portal-v1/requests.ts'
import { ownInvitationRoutes } from './portal-v1/invitations.ts'
import { ownPayInRoutes } from './portal-v1/pay-in.ts'
import { ownPeopleRoutes } from './portal-v1/people.ts'
import { ownClaimRuleRoutes } from './portal-v1/claim-rules.ts'
import { ownLinkTemplateRoutes } from './portal-v1/link-templates.ts'
import { portalRoutes } from './portal-v1/offer-route.ts'
import { ownLinkRoutes } from './portal-v1/links.ts'
import { ownShopRoutes } from './portal-v1/shop.ts'
import { ownSpendingRoutes } from './portal-v1/spending.ts'
import { ownTeamRoutes } from './portal-v1/teams.ts'
import { ownUserRoutes } from './portal-v1/users.ts'
import { ownWebhookRoutes } from './portal-v1/webhook-endpoints.ts'
import type { Route } from './route.ts'
import { webRoutes } from './web/routes.ts'
import { getBalances } from './v2/balances.ts'
import { listOwnCases, requestCase } from './v2/cases.ts'
import { createOrder } from './v2/create-order.ts'
import { createQuote } from './v2/create-quote.ts'
import { draftRoutes } from './v2/drafts.ts'
import { listOwnEvents } from './v2/events.ts'
import { downloadExport, exportOrder } from './v2/export-order.ts'
import { linkRoutes } from './v2/links.ts'
import { walletSessionRoutes } from './v2/wallet-sessions.ts'
import { listItems } from './v2/list-items.ts'
import { getOrder, listFulfillments, listOrdersRoute } from './v2/read-orders.ts'
import { getProduct, listProducts } from './v2/read-products.ts'
import { getStatement, listTransactions } from './v2/transactions.ts'
import { webhookRoutes } from './v2/webhook-endpoints.ts'

const OPERATOR_ROUTES: readonly Route[] = [
  alertRoutes,
  approvalRulesRoutes,
  assortmentRuleRoutes,
  auditRoutes,
  campaignRoutes,
  caseRoutes,
  adminLinkRoutes,
  adminLinkTemplateRoutes,
  consumerRoutes,
  contentRoutes,
  credentialRoutes,
  creditImportRoutes,
  erasureRoutes,
  eventRoutes,
  findCardRoutes,
  findCodeRoutes,
  creditLimitRoutes,
  spendLimitRoutes,
  fundingRoutes,
  fxRateRoutes,
  fxSpreadRoutes,
  importFxRateRoutes,
  importRoutes,
  keyRoutes,
  ledgerRoutes,
  liveRoutes,
  listOrderRoutes,
  lotCostRoutes,
  lotRoutes,
  mailRoutes,
  merchantRoutes,
  mailSuppressionRoutes,
  mailTemplateRoutes,
  movementRoutes,
  proFormaRoutes,
  reconciliationRoutes,
  orderRoutes,
  overviewRoutes,
  partnerRoutes,
  priceRuleRoutes,
  productRoutes,
  reportRoutes,
  requestRoutes,
  stockRoutes,
  settingsRoutes,
  supplierHealthRoutes,
  listingRoutes,
  productOfListingRoutes,
  productRoutingRoutes,
  supplierPriceRoutes,
  supplierPurchaseRoutes,
  supplierRoutes,
  traceRoutes,
  invitationRoutes,
  userRoutes,
  userPasswordRoutes,
  tokenRoutes,
  walletRoutes,
  webhookEndpointRoutes,
].flat()

/** The routes for users of a partner, some of which are routes of others under another name. */
const PORTAL_ROUTES = [
  ownFundsRoutes,
  ownPayInRoutes,
  ownCreditImportRoutes,
  ownOrderRoutes,
  ownShopRoutes,
  ownDraftRoutes,
  ownCreditDraftRoutes,
  ownLinkDraftRoutes,
  ownPeopleRoutes,
  ownLinkRoutes,
  ownLinkTemplateRoutes,
  [previewOwnLinkTemplate],
  ownClaimRuleRoutes,
  ownOrderRuleRoutes,
  ownSpendingRoutes,
  ownTeamRoutes,
  ownWalletSettingRoutes,
  ownSignInRuleRoutes,
  ownFundsNoticeRoutes,
  ownCaseRoutes,
  ownCredentialRoutes,
  ownWebhookRoutes,
  ownRequestRoutes,
  ownInvitationRoutes,
  ownUserRoutes,
]

const PARTNER_ROUTES: readonly Route[] = [
  getBalances,
  listTransactions,
  getStatement,
  listProducts,
  getProduct,
  createOrder,
  createQuote,
  ...draftRoutes,
  listOrdersRoute,
  getOrder,
  listItems,
  listFulfillments,
  listOwnCases,
  requestCase,
  listOwnEvents,
  exportOrder,
  downloadExport,
  ...linkRoutes,
  ...walletSessionRoutes,
  ...webhookRoutes,
  createCustomer,
  createCustomers,
  listCustomers,
  listCustomerWallets,
  listWalletTransactions,
  createTransaction,
  createTransactions,
]

/** Every route of the service. */
export const ROUTES: readonly Route[] = [
  ...PARTNER_ROUTES,
  ...issuerRoutes,
  ...OPERATOR_ROUTES,
  ...approvalRoutes(() => ROUTES),
  ...portalRoutes(PORTAL_ROUTES.flat(), [...PARTNER_ROUTES, ...OPERATOR_ROUTES]),
  ...credentialClaimRoutes,
  ...signInRoutes,
  ...oidcRoutes,
  ...accountRoutes,
  ...passwordRoutes,
  ...passwordResetRoutes,
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  getImage,
  getLive,
  getReady,
  getMetrics,
  ...openApiRoutes(() => ROUTES),
  ...docsRoutes,
  ...webRoutes,
]

/** The routes that every process has, whatever its role. */
export const OPERATIONAL_ROUTES = ROUTES.filter(
  ({ access }) => access.to === 'anyone' && access.isOperational,
)
