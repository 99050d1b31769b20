import { listAlertsRoute, resolveAlertRoute } from './admin-v1/alerts.ts'
import { cancelOrderRoute } from './admin-v1/cancel-order.ts'
import { quarantineLotRoute, recallLotRoute, releaseLotRoute } from './admin-v1/change-lot.ts'
import { changeStockDefaultsRoute, changeStockRoute } from './admin-v1/change-stock.ts'
import { createDeposit } from './admin-v1/create-deposit.ts'
import { createPartnerRoute } from './admin-v1/create-partner.ts'
import { createProductRoute } from './admin-v1/create-product.ts'
import { createReversal } from './admin-v1/create-reversal.ts'
import { importFxRates } from './admin-v1/import-fx-rates.ts'
import { listFxRateHistory, listFxRates, putFxRates } from './admin-v1/fx-rates.ts'
import { importCodesRoute } from './admin-v1/import-codes.ts'
import { getImportRoute, importReportRoute, listImportsRoute } from './admin-v1/read-imports.ts'
import { issueCredentialRoute } from './admin-v1/issue-credential.ts'
import { listLotOrdersRoute, listLotsRoute } from './admin-v1/lots.ts'
import {
  listKeysRoute,
  listMasterKeysRoute,
  retireMasterKeyRoute,
  rotateKeysRoute,
} from './admin-v1/keys.ts'
import { openCampaignRoute } from './admin-v1/open-campaign.ts'
import { openCampaignWalletRoute } from './admin-v1/open-campaign-wallet.ts'
import { listAuditRoute } from './admin-v1/read-audit.ts'
import { listCredentialsRoute } from './admin-v1/read-credentials.ts'
import { getOrderRoute, listOrdersRoute as listAllOrders } from './admin-v1/read-orders.ts'
import { getPartnerRoute, listPartnersRoute } from './admin-v1/read-partners.ts'
import { listProductsRoute } from './admin-v1/read-products.ts'
import { getStockDefaultsRoute, getStockRoute, listStockRoute } from './admin-v1/read-stock.ts'
import { retryOrderRoute } from './admin-v1/retry-order.ts'
import { revokeCredentialRoute } from './admin-v1/revoke-credential.ts'
import { rotateCredentialRoute } from './admin-v1/rotate-credential.ts'
import { setWalletStatusRoute } from './admin-v1/set-wallet-status.ts'
import { listSupplierHealthRoute } from './admin-v1/supplier-health.ts'
import { updateCredentialRoute } from './admin-v1/update-credential.ts'
import { updatePartnerRoute } from './admin-v1/update-partner.ts'
import { updateProductRoute } from './admin-v1/update-product.ts'
import {
  createUpstreamRoute,
  listUpstreamsRoute,
  updateUpstreamRoute,
} from './admin-v1/upstreams.ts'
import { listUpstreamProductsRoute } from './admin-v1/upstream-products.ts'
import { closePurchaseRoute, listPurchasesRoute } from './admin-v1/upstream-purchases.ts'
import {
  getVerificationRoute,
  listVerificationsRoute,
  startVerificationRoute,
} from './admin-v1/ledger-verifications.ts'
import { verifyLedger } from './admin-v1/verify-ledger.ts'
import { getLive, getReady } from './operations/health.ts'
import { getMetrics } from './operations/metrics.ts'
import { createCustomer } from './partner-v1/create-customer.ts'
import { createTransaction } from './partner-v1/create-transaction.ts'
import { listCustomers, listCustomerWallets } from './partner-v1/read-customers.ts'
import type { Route } from './route.ts'
import { getBalances } from './v2/balances.ts'
import { createOrder } from './v2/create-order.ts'
import { downloadExport, exportOrder } from './v2/export-order.ts'
import { listItems } from './v2/list-items.ts'
import { getOrder, listFulfillments, listOrdersRoute } from './v2/read-orders.ts'
import { getProduct, listProducts } from './v2/read-products.ts'

/** Every route of the service. */
export const ROUTES: readonly Route[] = [
  getBalances,
  listProducts,
  getProduct,
  createOrder,
  listOrdersRoute,
  getOrder,
  listItems,
  listFulfillments,
  exportOrder,
  downloadExport,
  createCustomer,
  listCustomers,
  listCustomerWallets,
  createTransaction,
  createPartnerRoute,
  listPartnersRoute,
  getPartnerRoute,
  updatePartnerRoute,
  issueCredentialRoute,
  listCredentialsRoute,
  updateCredentialRoute,
  rotateCredentialRoute,
  revokeCredentialRoute,
  createDeposit,
  createReversal,
  createProductRoute,
  updateProductRoute,
  listProductsRoute,
  importCodesRoute,
  getStockRoute,
  changeStockRoute,
  listStockRoute,
  getStockDefaultsRoute,
  changeStockDefaultsRoute,
  listLotsRoute,
  quarantineLotRoute,
  releaseLotRoute,
  recallLotRoute,
  listLotOrdersRoute,
  createUpstreamRoute,
  listUpstreamsRoute,
  updateUpstreamRoute,
  listUpstreamProductsRoute,
  listPurchasesRoute,
  closePurchaseRoute,
  listImportsRoute,
  getImportRoute,
  importReportRoute,
  putFxRates,
  importFxRates,
  listFxRates,
  listFxRateHistory,
  listAllOrders,
  getOrderRoute,
  cancelOrderRoute,
  retryOrderRoute,
  openCampaignRoute,
  openCampaignWalletRoute,
  setWalletStatusRoute,
  verifyLedger,
  startVerificationRoute,
  listVerificationsRoute,
  getVerificationRoute,
  listAuditRoute,
  listSupplierHealthRoute,
  listAlertsRoute,
  resolveAlertRoute,
  listKeysRoute,
  listMasterKeysRoute,
  rotateKeysRoute,
  retireMasterKeyRoute,
  getLive,
  getReady,
  getMetrics,
]

/** What a process answers about itself; all that one answers whose role is not to answer others. */
export const OPERATIONAL_ROUTES = ROUTES.filter(
  ({ access }) => access.to === 'anyone' && access.isOperational,
)
