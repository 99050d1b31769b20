import { randomUUID } from '../core/mod.ts'
import type { PartnerConnection } from './connection.ts'
import { CommandFailure } from './failure.ts'
import { partnerClient, type PartnerClient } from './partner-client.ts'

/** Prefixes of brands of products with a fixed outcome: for test credentials, and in the demo. */
const BRANDS = ['Test: ', 'Sandbox: ']
/** The product for the outcome `issued` with test credentials, which have no `Test: issued`. */
const PLAIN_BRAND = 'Test gift card'
const PAGE_SIZE_MAX = 2_000
const AMOUNT = 10
const COMPLETION_MS_MAX = 30_000

/** A partner whose orders and credits cost no real money. */
export class TestPartner {
  readonly #connection: PartnerConnection
  readonly #client: PartnerClient

  constructor(connection: PartnerConnection) {
    this.#connection = connection
    this.#client = partnerClient(connection)
  }

  /** Places an order whose product has this outcome. */
  async order(outcome: string, clientReference = `trigger-${randomUUID()}`) {
    const productId = await this.#productOf(outcome)
    const items = [{ productId, amount: AMOUNT, quantity: 1 }]
    const order = { clientReference, currency: 'USD', items }
    return await this.#client(({ orders }) => orders.create(order))
  }

  /** Places an order that is cancelled at once. Only test credentials can ask for it. */
  async cancelledOrder() {
    const { apiKey } = this.#connection.signer
    if (apiKey.startsWith('tsk_test_')) {
      return await this.order('slow', `try:cancelled:${randomUUID()}`)
    }
    throw new CommandFailure(
      'only a test credential (tsk_test_) can cancel an order; in the demo, add --as test',
    )
  }

  /** Places an order, and asks for a refund of its item when it is COMPLETED. */
  async openCase() {
    const { id } = await this.order('issued')
    const signal = AbortSignal.timeout(COMPLETION_MS_MAX)
    await this.#client(({ orders }) => orders.waitForCompletion(id, { signal })).catch(
      (error: unknown) => {
        if (!signal.aborted) throw error
        throw new CommandFailure(`${id} is not COMPLETED: try again`)
      },
    )
    const reason = 'tessera trigger case.opened'
    return await this.#client(({ orders }) =>
      orders.requestCase(id, { itemNo: 1, kind: 'refund', reason }),
    )
  }

  /** Credits the wallet of a new consumer. */
  async credit() {
    return await this.#transact(await this.#wallet(), 'CREDIT')
  }

  /** Credits the wallet of a new consumer, and debits it again. */
  async debit() {
    const walletId = await this.#wallet()
    await this.#transact(walletId, 'CREDIT')
    return await this.#transact(walletId, 'DEBIT')
  }

  async #productOf(outcome: string): Promise<number> {
    const brands = BRANDS.map((brand) => brand + outcome)
    if (outcome === 'issued') brands.push(PLAIN_BRAND)
    const matchingId = await this.#client(async (tessera) => {
      const products = tessera.products({ currency: 'USD', pageSize: PAGE_SIZE_MAX })
      for await (const { brand, productId } of products)
        if (brands.includes(brand)) return productId
      return undefined
    })
    if (matchingId !== undefined) return matchingId
    throw new CommandFailure(`the catalog has none of the products ${brands.join(', ')}`)
  }

  async #wallet(): Promise<string> {
    const customer = {
      fullName: 'Tessera Trigger',
      email: `trigger-${randomUUID()}@example.com`,
      currency: 'USD',
      initialFunds: 0,
    }
    return (await this.#client((tessera) => tessera.createCustomer(customer))).walletId
  }

  #transact(walletId: string, transactionType: 'CREDIT' | 'DEBIT') {
    const referenceId = `trigger-${randomUUID()}`
    const body = { amount: AMOUNT, transactionType, referenceId }
    return this.#client((tessera) => tessera.createTransaction(walletId, body))
  }
}
