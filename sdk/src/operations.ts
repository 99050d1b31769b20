// Generated from docs/openapi.json.
// `npx vitest run test/sdk/operations.test.ts -u` writes it.

import type { Route } from './route.ts'

export type BalanceCreditedEvent = { id: string; type: 'balance.credited'; createdAt: string; data: BalanceEventData }

export type BalanceEventData = { transactionId: string; kind: string; currency: string; amount: number; funds: number }

export type BalanceLowEvent = { id: string; type: 'balance.low'; createdAt: string; data: LowBalanceEventData }

export type Balances = { name: string; paymentType: string; fundsList: Array<{ funds: number; currency: string }> }

export type Batch = { fulfillmentId: string; status: string; quantity: number; completedAt?: string }

export type Case = { caseId: number; itemNo: number; kind: string; state: string; reason: string; currency?: string; amount?: number; transferId?: string; openedAt: string; decidedAt?: string; decisionReason?: string; replacement?: Replacement }

export type CaseEventData = { caseId: number; orderId: string; itemNo: number; kind: string; state: string; currency?: string; amount?: number }

export type CaseOpenedEvent = { id: string; type: 'case.opened'; createdAt: string; data: CaseEventData }

export type CaseResolvedEvent = { id: string; type: 'case.resolved'; createdAt: string; data: CaseEventData }

export type ConsumersError = { success: false; error: Fault }

export type CreatedCustomer = { id: number; walletId: string; fullName: string; email: string; walletBalance: number; currency: string }

export type Customer = { consumerId: number; consumerName: string; consumerEmail: string; totalStandardWallets: number; totalCampaignWallets: number }

export type Error = { error: Fault }

export type Event = OrderProcessingEvent | OrderOnHoldEvent | OrderOutOfStockEvent | OrderCompletedEvent | OrderCancelledEvent | CaseOpenedEvent | CaseResolvedEvent | ProductUpdatedEvent | PriceUpdatedEvent | StockLowEvent | BalanceLowEvent | BalanceCreditedEvent | WalletCreditedEvent | WalletDebitedEvent

export type Export = { format: string; downloadUrl: string; expiresAt: string }

export type Fault = { code: string; message: string; details?: Array<FieldFault> }

export type FieldFault = { field: string; message: string; available?: number; required?: number; missing?: number; currency?: string }

export type Item = { itemNo: number; productId: number; brand: string; currency: string; faceValue: number; cardIdentifier: string; giftCardNumber: string; giftCardPin?: string; barCodeNumber?: string; redemptionUrl?: string; itemReference?: string }

export type LowBalanceEventData = { currency: string; funds: number; daysLeft: number }

export type Movement = { transactionId: string; at: string; kind: string; currency: string; amount: number; available: number; posted: number; held: number; reference?: string; description?: string; holdId?: string; orderId?: string; walletId?: string; caseId?: number; depositId?: string; faceValue?: number; discount?: number; fee?: number }

export type NewCase = { itemNo: number; kind: 'refund' | 'replace' | 'block'; reason: string; amount?: number }

export type NewCustomer = { fullName: string; email: string; currency: string; initialFunds: number }

export type NewOrder = { clientReference: string; currency: string; items: Array<{ productId: number; amount: number; quantity: number; itemReference?: string; recipient?: unknown }>; quoteId?: string }

export type NewQuote = { currency: string; items: Array<{ productId: number; amount: number; quantity: number; itemReference?: string; recipient?: unknown }> }

export type NewTransaction = { amount: number; transactionType: 'CREDIT' | 'DEBIT'; referenceId: string; description?: string }

export type NewWebhookEndpoint = { url: string; eventTypes?: Array<string>; description?: string }

export type Order = { id: string; clientReference: string; status: string; currency: string; totalAmount: number; pricing?: Pricing; createdAt: string; itemCount: number; completedAt?: string }

export type OrderCancelledEvent = { id: string; type: 'order.cancelled'; createdAt: string; data: OrderEventData }

export type OrderCompletedEvent = { id: string; type: 'order.completed'; createdAt: string; data: OrderEventData }

export type OrderEventData = { orderId: string; clientReference: string; status: string; previousStatus?: string; currency: string; totalAmount: number; itemCount: number; createdAt: string; completedAt?: string; heldFor?: string; sequence: number }

export type OrderOnHoldEvent = { id: string; type: 'order.on_hold'; createdAt: string; data: OrderEventData }

export type OrderOutOfStockEvent = { id: string; type: 'order.out_of_stock'; createdAt: string; data: OrderEventData }

export type OrderProcessingEvent = { id: string; type: 'order.processing'; createdAt: string; data: OrderEventData }

export type OrderSummary = { id: string; clientReference: string; status: string; currency: string; totalAmount: number; pricing?: Pricing; createdAt: string }

export type Pagination = { page: number; pageSize: number; totalRecords: number; totalPages: number; hasNext: boolean }

export type PriceEventData = { cause: string; effectiveAt: string }

export type PriceUpdatedEvent = { id: string; type: 'price.updated'; createdAt: string; data: PriceEventData }

export type Pricing = { discountAmount: number; feeAmount: number; chargedAmount: number }

export type Product = { productId: number; brand: string; currency: string; denominationType: string; fixedAmounts?: Array<number>; minAmount?: number; maxAmount?: number; inStock: boolean; fxRate: number; discountPercent?: number; feeAmount?: number; productType?: string; recipientFields?: Array<RecipientField> }

export type ProductEventData = { productId: number }

export type ProductUpdatedEvent = { id: string; type: 'product.updated'; createdAt: string; data: ProductEventData }

export type Quote = { quoteId?: string; expiresAt?: string; currency: string; totalAmount: number; pricing?: Pricing; items: Array<QuotedItem>; faults: Array<FieldFault> }

export type QuotedItem = { productId: number; amount: number; quantity: number; itemReference?: string; inStock?: boolean; fxRate?: number; totalAmount?: number; discountPercent?: number; discountAmount?: number; feeAmount?: number }

export type RecipientField = { name: string; label: string; pattern: string; required: boolean }

export type Replacement = { giftCardNumber: string; giftCardPin?: string; barCodeNumber?: string; redemptionUrl?: string }

export type Statement = { partnerId: number; partnerName: string; currency: string; from: string; to: string; provisional: boolean; opening: number; closing: number; totals: Array<{ kind: string; count: number; amount: number }>; movements: Array<{ transactionId: string; at: string; kind: string; reference?: string; orderId?: string; walletId?: string; caseId?: number; depositId?: string; faceValue?: number; discount?: number; fee?: number; amount: number; balance: number }> }

export type StockLowEvent = { id: string; type: 'stock.low'; createdAt: string; data: ProductEventData }

export type Transaction = { walletId: number; currency: string; previousBalance: number; transactionAmount: number; newBalance: number; transactionType: string; referenceId: string; description?: string; timestamp: string }

export type Wallet = { walletId: string; currency: string; balance: number; walletType: string; campaignId?: string; campaignName?: string; status: string }

export type WalletCreditedEvent = { id: string; type: 'wallet.credited'; createdAt: string; data: WalletEventData }

export type WalletDebitedEvent = { id: string; type: 'wallet.debited'; createdAt: string; data: WalletEventData }

export type WalletEventData = { transactionId: string; walletId: string; consumerId: number; currency: string; amount: number; newBalance: number; referenceId?: string }

export type WalletTransaction = { transactionId: string; at: string; kind: string; currency: string; amount: number; balance: number; referenceId?: string; description?: string }

export type WebhookDelivery = { deliveryId: number; eventId: string; eventType: string; attempt: number; attemptedAt: string; durationMs: number; succeeded: boolean; httpStatus?: number; error?: string; response?: string; nextAttemptAt?: string }

export type WebhookEndpoint = { id: string; url: string; description?: string; eventTypes: Array<string>; state: string; disabledReason?: string; failingSince?: string; createdAt: string; previousSecretExpiresAt?: string }

export type WebhookEndpointChange = { url?: string; eventTypes?: Array<string>; description?: string | null; state?: 'ENABLED' | 'PAUSED' }

export type WebhookEndpointWithSecret = { id: string; url: string; description?: string; eventTypes: Array<string>; state: string; disabledReason?: string; failingSince?: string; createdAt: string; previousSecretExpiresAt?: string; secret: string }

export type WebhookReplay = { eventIds?: Array<string>; from?: string; to?: string }

export type WebhookSecretRotation = { overlapSeconds?: number }

/** Path, query, body and response of each operation. */
export interface Operations {
  /** Returns the available funds by currency, without holds. */
  getBalances: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: Balances
  }
  /** Lists the movements of the partner's funds, newest first. */
  listTransactions: {
    path: Record<never, never>
    query: { currency?: string | undefined; kind?: 'deposit' | 'reversal' | 'order_hold' | 'order_charge' | 'order_release' | 'wallet_credit' | 'wallet_debit' | 'initial_funds' | 'case_refund' | undefined; reference?: string | undefined; from?: string | undefined; to?: string | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<Movement>; meta: { pagination: { pageSize: number; hasNext: boolean; after?: string } } }
  }
  /** Streams a statement of the partner's funds in one currency. */
  getStatement: {
    path: Record<never, never>
    query: { currency: string; from: string; to: string; format?: 'json' | 'csv' | 'html' | undefined }
    body: undefined
    result: { data: Statement }
  }
  /** Lists the products that have a price in the currency, by productId, as cached bytes with an ETag. */
  listProducts: {
    path: Record<never, never>
    query: { currency: string; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<Product>; meta: { pagination: Pagination } }
  }
  /** Returns a product with its price in the currency. */
  getProduct: {
    path: { productId: number }
    query: { currency: string }
    body: undefined
    result: { data: Product }
  }
  /** Accepts one order: prices it, holds its cost on the partner's funds and queues its batches, in one commit. */
  createOrder: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewOrder
    result: { data: OrderSummary }
  }
  /** Lists orders, newest first. */
  listOrders: {
    path: Record<never, never>
    query: { clientReference?: string | undefined; status?: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'CANCELLED' | 'ON_HOLD' | 'OUT_OF_STOCK' | undefined; createdFrom?: string | undefined; createdTo?: string | undefined; page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<OrderSummary>; meta: { pagination: Pagination } }
  }
  /** Prices an order without placing it: price, rate, stock and every fault of it. */
  createQuote: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewQuote
    result: { data: Quote }
  }
  /** Returns an order. */
  getOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: { data: Order }
  }
  /** Returns the codes of a completed order. */
  listItems: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<Item>; meta?: { pagination: Pagination } }
  }
  /** Lists the batches of an order. */
  listFulfillments: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<Batch>; meta: { pagination: Pagination } }
  }
  /** Lists the cases of an order, newest first. */
  listOwnCases: {
    path: { orderId: string }
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<Case>; meta: { pagination: Pagination } }
  }
  /** Asks for a case of one item. */
  requestCase: {
    path: { orderId: string }
    query: Record<never, never>
    body: NewCase
    result: { data: { caseId: number; itemNo: number; kind: string; state: string; reason: string; currency?: string; amount?: number; transferId?: string; openedAt: string; decidedAt?: string; decisionReason?: string } }
  }
  /** Lists what has happened, oldest first, and waits for events if there are none. */
  listEvents: {
    path: Record<never, never>
    query: { after?: string | undefined; pageSize?: number | undefined; wait?: number | undefined }
    body: undefined
    result: { data: Array<Event>; meta: { pagination: { pageSize: number; hasNext: boolean; after: string } } }
  }
  /** Returns a pre-signed link to the CSV of a completed order. */
  exportOrder: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: { data: Export }
  }
  /** Streams the CSV. */
  downloadExport: {
    path: { orderId: string }
    query: Record<never, never>
    body: undefined
    result: unknown
  }
  /** Creates an endpoint that events are sent to from now on. */
  createWebhookEndpoint: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewWebhookEndpoint
    result: { data: WebhookEndpointWithSecret }
  }
  /** Lists the webhook endpoints, oldest first. */
  listWebhookEndpoints: {
    path: Record<never, never>
    query: { page?: number | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<WebhookEndpoint>; meta: { pagination: Pagination } }
  }
  /** Returns a webhook endpoint. */
  getWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: { data: WebhookEndpoint }
  }
  /** Changes a webhook endpoint; pauses or enables it. */
  updateWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookEndpointChange
    result: { data: WebhookEndpoint }
  }
  /** Gives a webhook endpoint a new secret. */
  rotateWebhookSecret: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookSecretRotation
    result: { data: WebhookEndpointWithSecret }
  }
  /** Sends a `webhook.test` to the endpoint at once, and returns what it responded. */
  testWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: { data: { eventId: string; succeeded: boolean; durationMs: number; httpStatus?: number; error?: string; response?: string } }
  }
  /** Lists the attempts to deliver events to an endpoint, newest first. */
  listWebhookDeliveries: {
    path: { endpointId: string }
    query: { event?: string | undefined; outcome?: 'succeeded' | 'failed' | undefined; after?: string | undefined; pageSize?: number | undefined }
    body: undefined
    result: { data: Array<WebhookDelivery>; meta: { pagination: { pageSize: number; hasNext: boolean; after?: string } } }
  }
  /** Sends events again: some by their ids, or those of a time. */
  replayWebhookEvents: {
    path: { endpointId: string }
    query: Record<never, never>
    body: WebhookReplay
    result: { data: { events: number } }
  }
  /** Removes a webhook endpoint, and what waits for it. */
  removeWebhookEndpoint: {
    path: { endpointId: string }
    query: Record<never, never>
    body: undefined
    result: { data: WebhookEndpoint }
  }
  /** Creates a consumer, or opens a known one's wallet in another currency, and funds the wallet. */
  createCustomer: {
    path: Record<never, never>
    query: Record<never, never>
    body: NewCustomer
    result: { success: boolean; data: CreatedCustomer }
  }
  /** Lists the consumers, newest first. */
  listCustomers: {
    path: Record<never, never>
    query: { page?: number | undefined; size?: number | undefined }
    body: undefined
    result: { content: Array<Customer>; page: number; size: number; hasNext: boolean }
  }
  /** Lists the wallets of a consumer with their balances. */
  listCustomerWallets: {
    path: { customerId: number }
    query: { page?: number | undefined; size?: number | undefined }
    body: undefined
    result: { content: Array<Wallet>; page: number; size: number; hasNext: boolean }
  }
  /** Lists what moved a wallet, newest first. */
  listWalletTransactions: {
    path: { walletId: number }
    query: { page?: number | undefined; size?: number | undefined }
    body: undefined
    result: { content: Array<WalletTransaction>; page: number; size: number; hasNext: boolean }
  }
  /** Credits or debits a wallet. */
  createTransaction: {
    path: { walletId: number }
    query: Record<never, never>
    body: Omit<NewTransaction, 'referenceId'> & { referenceId?: string }
    result: { success: boolean; data: Transaction }
  }
  /** Returns the OpenAPI document of the paths for partners. */
  getOpenApi: {
    path: Record<never, never>
    query: Record<never, never>
    body: undefined
    result: { openapi: string }
  }
}

export const ROUTES: Readonly<Record<keyof Operations, Route>> = {
  getBalances: { method: 'GET', path: '/v2/accounts/balances', repeat: 'always' },
  listTransactions: { method: 'GET', path: '/v2/accounts/transactions', repeat: 'always' },
  getStatement: { method: 'GET', path: '/v2/accounts/statement', repeat: 'always' },
  listProducts: { method: 'GET', path: '/v2/products', repeat: 'always' },
  getProduct: { method: 'GET', path: '/v2/products/{productId}', repeat: 'always' },
  createOrder: { method: 'POST', path: '/v2/orders', repeat: 'idempotencyKey' },
  listOrders: { method: 'GET', path: '/v2/orders', repeat: 'always' },
  createQuote: { method: 'POST', path: '/v2/quotes', repeat: 'always' },
  getOrder: { method: 'GET', path: '/v2/orders/{orderId}', repeat: 'always' },
  listItems: { method: 'GET', path: '/v2/orders/{orderId}/items', repeat: 'always' },
  listFulfillments: { method: 'GET', path: '/v2/orders/{orderId}/fulfillments', repeat: 'always' },
  listOwnCases: { method: 'GET', path: '/v2/orders/{orderId}/cases', repeat: 'always' },
  requestCase: { method: 'POST', path: '/v2/orders/{orderId}/cases', repeat: 'never' },
  listEvents: { method: 'GET', path: '/v2/events', repeat: 'always' },
  exportOrder: { method: 'GET', path: '/v2/orders/{orderId}/fulfillments/export', repeat: 'always' },
  downloadExport: { method: 'GET', path: '/exports/{orderId}', repeat: 'always' },
  createWebhookEndpoint: { method: 'POST', path: '/v2/webhook-endpoints', repeat: 'idempotencyKey' },
  listWebhookEndpoints: { method: 'GET', path: '/v2/webhook-endpoints', repeat: 'always' },
  getWebhookEndpoint: { method: 'GET', path: '/v2/webhook-endpoints/{endpointId}', repeat: 'always' },
  updateWebhookEndpoint: { method: 'PATCH', path: '/v2/webhook-endpoints/{endpointId}', repeat: 'idempotencyKey' },
  rotateWebhookSecret: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/rotate', repeat: 'idempotencyKey' },
  testWebhookEndpoint: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/test', repeat: 'idempotencyKey' },
  listWebhookDeliveries: { method: 'GET', path: '/v2/webhook-endpoints/{endpointId}/deliveries', repeat: 'always' },
  replayWebhookEvents: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/replay', repeat: 'idempotencyKey' },
  removeWebhookEndpoint: { method: 'POST', path: '/v2/webhook-endpoints/{endpointId}/remove', repeat: 'idempotencyKey' },
  createCustomer: { method: 'POST', path: '/api/partner/v1/customer', repeat: 'never' },
  listCustomers: { method: 'GET', path: '/api/partner/v1/customer', repeat: 'always' },
  listCustomerWallets: { method: 'GET', path: '/api/partner/v1/customer/{customerId}/wallets', repeat: 'always' },
  listWalletTransactions: { method: 'GET', path: '/api/partner/v1/wallets/{walletId}/transactions', repeat: 'always' },
  createTransaction: { method: 'POST', path: '/api/partner/v1/wallets/{walletId}/transactions', repeat: 'referenceId' },
  getOpenApi: { method: 'GET', path: '/openapi.json', repeat: 'always' },
}
