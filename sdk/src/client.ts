import { Caller } from './caller.ts'
import { createManyCustomers, type CreatedCustomerRow } from './customer-rows.ts'
import type * as Api from './operations.ts'
import { Links } from './links.ts'
import { Orders } from './orders.ts'
import type { CallOptions, ClientOptions } from './sender.ts'
import type { CreateManyOptions, Rows } from './split-rows.ts'
import { createMany, type CreatedRow } from './transaction-rows.ts'
import { WebhookEndpoints } from './webhook-endpoints.ts'

type Query<Id extends keyof Api.Operations> = Api.Operations[Id]['query']

/**
 * The client of a partner.
 *
 * @example
 * const tessera = new Tessera({ baseUrl, clientId, apiKey, hmacSecret })
 */
export class Tessera {
  readonly #caller: Caller
  readonly links: Links
  readonly orders: Orders
  readonly webhookEndpoints: WebhookEndpoints

  constructor(options: ClientOptions) {
    this.#caller = new Caller(options)
    this.links = new Links(this.#caller)
    this.orders = new Orders(this.#caller)
    this.webhookEndpoints = new WebhookEndpoints(this.#caller)
  }

  /**
   * Returns the funds per currency.
   *
   * @example
   * const { fundsList } = await tessera.balances()
   */
  balances(options?: CallOptions) {
    return this.#caller.call('getBalances', {}, options)
  }

  /**
   * Lists the movements of the funds, newest first.
   *
   * @example
   * for await (const { kind, amount } of tessera.transactions()) console.log(kind, amount)
   */
  transactions(query: Query<'listTransactions'> = {}, options?: CallOptions) {
    return this.#caller.list('listTransactions', { query }, options)
  }

  /**
   * Returns a statement as it arrives: JSON, or CSV or HTML if `format` says so.
   *
   * @example
   * const query = { currency: 'USD', from: '2026-01-01', to: '2026-02-01', format: 'csv' } as const
   * console.log(await (await tessera.statement(query)).text())
   */
  statement(query: Query<'getStatement'>, options?: CallOptions): Promise<Response> {
    return this.#caller.stream('getStatement', { query }, options)
  }

  /**
   * Lists the products that have a price in the currency.
   *
   * @example
   * for await (const { brand } of tessera.products({ currency: 'USD' })) console.log(brand)
   */
  products(query: Query<'listProducts'>, options?: CallOptions) {
    return this.#caller.list('listProducts', { query }, options)
  }

  /**
   * Returns a product with its price in the currency.
   *
   * @example
   * const { inStock } = await tessera.product(1, { currency: 'USD' })
   */
  product(productId: number, query: Query<'getProduct'>, options?: CallOptions) {
    return this.#caller.call('getProduct', { path: { productId }, query }, options)
  }

  /**
   * Prices an order without placing it.
   *
   * @example
   * const items = [{ productId: 1, amount: 25, quantity: 2 }]
   * const { totalAmount } = await tessera.quote({ currency: 'USD', items })
   */
  quote(body: Api.NewQuote, options?: CallOptions) {
    return this.#caller.call('createQuote', { body }, options)
  }

  /**
   * Lists events, oldest first. `pages()` yields the cursor after which to continue.
   *
   * @example
   * for await (const event of tessera.events({ after })) console.log(event.type)
   */
  events(query: Query<'listEvents'> = {}, options?: CallOptions) {
    return this.#caller.list('listEvents', { query }, options)
  }

  /**
   * Creates a consumer, or opens a wallet in another currency. It is not repeated if the response
   * is lost. If you repeat it, nothing is funded twice: it is refused with `wallet_exists`.
   *
   * @example
   * const ada = { fullName: 'Ada Vale', email: 'ada@example.com', currency: 'USD', initialFunds: 0 }
   * const { walletId } = await tessera.createCustomer(ada)
   */
  createCustomer(body: Api.NewCustomer, options?: CallOptions) {
    return this.#caller.call('createCustomer', { body }, options)
  }

  /**
   * Creates up to 1,000 consumers in one commit. It is not repeated if the response is lost. If you
   * repeat it, rows that were done are refused with `wallet_exists`.
   *
   * @example
   * const bea = { fullName: 'Bea Moss', email: 'bea@example.com', currency: 'USD', initialFunds: 0 }
   * const { results } = await tessera.createCustomers({ customers: [bea], mode: 'atomic' })
   */
  createCustomers(body: Api.NewCustomers, options?: CallOptions) {
    return this.#caller.call('createCustomers', { body }, options)
  }

  /**
   * Creates any number of consumers: splits the rows into requests, and yields the result of each
   * row. A request whose response is lost is not repeated. Begin again with the same rows: those
   * that were done are refused with `wallet_exists`, and nothing is funded twice.
   *
   * @example
   * const row = { fullName: 'Eve Hay', email: 'eve@example.com', currency: 'USD', initialFunds: 0 }
   * for await (const { row: one, status, body } of tessera.createManyCustomers([row])) {
   *   if (status !== 200) console.log(one.email, body)
   * }
   */
  createManyCustomers(
    rows: Rows<Api.NewCustomer>,
    options: CreateManyOptions = {},
  ): AsyncGenerator<CreatedCustomerRow> {
    return createManyCustomers(this.#caller, rows, options)
  }

  /**
   * Lists the consumers, newest first.
   *
   * @example
   * for await (const { consumerName } of tessera.customers()) console.log(consumerName)
   */
  customers(query: Query<'listCustomers'> = {}, options?: CallOptions) {
    return this.#caller.list('listCustomers', { query }, options)
  }

  /**
   * Returns the one-time address of a page where an owner spends wallets on gift cards. Show it to
   * the owner only.
   *
   * @example
   * const { url } = await tessera.createWalletSession({ walletId })
   */
  createWalletSession(body: Api.NewWalletSession, options?: CallOptions) {
    return this.#caller.call('createWalletSession', { body }, options)
  }

  /**
   * Lists the wallets of a consumer.
   *
   * @example
   * for await (const { balance } of tessera.wallets(customerId)) console.log(balance)
   */
  wallets(customerId: number, query: Query<'listCustomerWallets'> = {}, options?: CallOptions) {
    return this.#caller.list('listCustomerWallets', { path: { customerId }, query }, options)
  }

  /**
   * Lists the transactions of a wallet, newest first.
   *
   * @example
   * for await (const { amount } of tessera.walletTransactions(walletId)) console.log(amount)
   */
  walletTransactions(
    walletId: string,
    query: Query<'listWalletTransactions'> = {},
    options?: CallOptions,
  ) {
    return this.#caller.list('listWalletTransactions', { path: { walletId }, query }, options)
  }

  /**
   * Credits or debits a wallet, once for each `referenceId`. Store the `referenceId` before the
   * first attempt, and repeat the transaction with it after any failure.
   *
   * @example
   * const reward = { amount: 10, transactionType: 'CREDIT', referenceId: 'reward-1' } as const
   * await tessera.createTransaction(walletId, reward)
   */
  createTransaction(walletId: string, body: Api.NewTransaction, options?: CallOptions) {
    return this.#caller.call('createTransaction', { path: { walletId }, body }, options)
  }

  /**
   * Credits or debits up to 1,000 wallets in one commit. Each row has the result that it would get
   * alone; with `mode: 'atomic'`, all are done or none.
   *
   * @example
   * const row = { walletId, amount: 10, transactionType: 'CREDIT', referenceId: 'may-1' } as const
   * const { results } = await tessera.createTransactions({ transactions: [row] })
   */
  createTransactions(body: Api.NewTransactions, options?: CallOptions) {
    return this.#caller.call('createTransactions', { body }, options)
  }

  /**
   * Credits or debits any number of wallets: splits the rows into requests, and yields the result
   * of each row. A request whose response is lost is repeated under the keys of its rows. If it
   * fails for good, begin again with the same rows: none is done twice.
   *
   * @example
   * const rows = [{ walletId, amount: 10, transactionType: 'CREDIT', referenceId: 'june-1' } as const]
   * for await (const { row, status, body } of tessera.createMany(rows)) {
   *   if (status !== 200) console.log(row.referenceId, body)
   * }
   */
  createMany(
    rows: Rows<Api.NewTransactionRow>,
    options: CreateManyOptions = {},
  ): AsyncGenerator<CreatedRow> {
    return createMany(this.#caller, rows, options)
  }

  /**
   * Returns the OpenAPI document of the service.
   *
   * @example
   * const document = await tessera.openApi()
   */
  openApi(options?: CallOptions) {
    return this.#caller.call('getOpenApi', {}, options)
  }
}
