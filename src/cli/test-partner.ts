import { randomUUID } from 'node:crypto'
import type { PartnerConnection } from './connection.ts'
import { ApiFailure, CommandFailure } from './failure.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import { sendSigned } from './signed-request.ts'

/** How the brands of products with one outcome begin: for test credentials, and in the demo. */
const BRANDS = ['Test: ', 'Sandbox: ']
/** Test credentials have no product `Test: issued`: an ordinary one is issued. */
const PLAIN_BRAND = 'Test gift card'
const PAGE_SIZE_MAX = 2_000
const AMOUNT = 10
const POLLS_MAX = 30
const POLL_MS = 1_000

/** A partner that tries things out: its orders and credits cost no real money. */
export class TestPartner {
  readonly #connection: PartnerConnection

  constructor(connection: PartnerConnection) {
    this.#connection = connection
  }

  /** Places an order whose product has this outcome. */
  async order(outcome: string, clientReference = `trigger-${randomUUID()}`): Promise<JsonValue> {
    const productId = await this.#productOf(outcome)
    const items = [{ productId, amount: AMOUNT, quantity: 1 }]
    return await this.#post('/v2/orders', { clientReference, currency: 'USD', items })
  }

  /** Places an order that is cancelled at once. Only test credentials can ask for it. */
  async cancelledOrder(): Promise<JsonValue> {
    const { apiKey } = this.#connection.signer
    if (apiKey.startsWith('tsk_test_')) {
      return await this.order('slow', `try:cancelled:${randomUUID()}`)
    }
    throw new CommandFailure(
      'only a test credential (tsk_test_) can cancel an order; in the demo, add --as test',
    )
  }

  /** Places an order, and asks for a refund of its item when it is COMPLETED. */
  async openCase(): Promise<JsonValue> {
    const orderId = textOf(fieldOf(await this.order('issued'), 'id')) ?? ''
    for (let polls = 0; (await this.#statusOf(orderId)) !== 'COMPLETED'; polls += 1) {
      if (polls === POLLS_MAX) throw new CommandFailure(`${orderId} is not COMPLETED: try again`)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    const asked = { itemNo: 1, kind: 'refund', reason: 'tessera trigger case.opened' }
    return await this.#post(`/v2/orders/${orderId}/cases`, asked)
  }

  /** Credits the wallet of a new consumer. */
  async credit(): Promise<JsonValue> {
    return await this.#transact(await this.#wallet(), 'CREDIT')
  }

  /** Credits the wallet of a new consumer, and takes it back. */
  async debit(): Promise<JsonValue> {
    const walletId = await this.#wallet()
    await this.#transact(walletId, 'CREDIT')
    return await this.#transact(walletId, 'DEBIT')
  }

  async #productOf(outcome: string): Promise<JsonValue> {
    const path = `/v2/products?currency=USD&pageSize=${PAGE_SIZE_MAX}`
    const products = listOf(await this.#call('GET', path))
    const brands = BRANDS.map((brand) => brand + outcome)
    if (outcome === 'issued') brands.push(PLAIN_BRAND)
    const found = products.find((one) => brands.includes(textOf(fieldOf(one, 'brand')) ?? ''))
    const productId = fieldOf(found, 'productId')
    if (productId !== undefined) return productId
    throw new CommandFailure(`the catalog has none of the products ${brands.join(', ')}`)
  }

  async #statusOf(orderId: string): Promise<string | undefined> {
    return textOf(fieldOf(await this.#call('GET', `/v2/orders/${orderId}`), 'status'))
  }

  async #wallet(): Promise<string> {
    const customer = {
      fullName: 'Tessera Trigger',
      email: `trigger-${randomUUID()}@example.com`,
      currency: 'USD',
      initialFunds: 0,
    }
    const created = await this.#post('/api/partner/v1/customer', customer)
    return textOf(fieldOf(created, 'walletId')) ?? ''
  }

  async #transact(walletId: string, transactionType: 'CREDIT' | 'DEBIT'): Promise<JsonValue> {
    const path = `/api/partner/v1/wallets/${walletId}/transactions`
    const referenceId = `trigger-${randomUUID()}`
    return await this.#post(path, { amount: AMOUNT, transactionType, referenceId })
  }

  async #post(target: string, body: JsonValue): Promise<JsonValue> {
    return await this.#call('POST', target, body)
  }

  async #call(method: 'GET' | 'POST', target: string, body?: JsonValue): Promise<JsonValue> {
    const sent = { method, target, hasSecondSignature: true, ...(body !== undefined && { body }) }
    const reply = await sendSigned(this.#connection, sent)
    const data = fieldOf(reply.body, 'data')
    if (reply.status < 300 && data !== undefined) return data
    throw new ApiFailure(reply.status, reply.body, reply.requestId)
  }
}
