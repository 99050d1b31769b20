import type { NewOrder } from '@tessera/sdk'
import { scaled } from '../../stand-ins/mod.ts'
import type { Signer } from '../../core/mod.ts'
import type { DemoStandIns } from '../stand-ins.ts'
import type { SuppliedProducts } from '../suppliers.ts'
import { keyOf, type MonthClient } from './client.ts'
import { orderAndWait } from './order.ts'

/** The buyer, the products, and the stand-ins at which they are bought. */
export interface SuppliedMonth {
  readonly signer: Signer
  readonly products: SuppliedProducts
  readonly standIns: DemoStandIns
}

/** The face value of the card whose sale its supplier reverses; no other card has it. */
const REVERSED_FACE_VALUE = 50

/** The new discount on the demo's card, in percent: better by more than two points. */
const BETTER_DISCOUNT = 8n
const CARD = '101'

/** The month's orders of products from suppliers, and what goes wrong with them. */
export class SuppliedOrders {
  readonly #client: MonthClient
  readonly #supplied: SuppliedMonth

  constructor(client: MonthClient, supplied: SuppliedMonth) {
    this.#client = client
    this.#supplied = supplied
  }

  async ofDay(daysAgo: number): Promise<void> {
    const { cardProductId, pairProductId, topUpProductId } = this.#supplied.products
    const card = { productId: cardProductId, amount: 25, quantity: 2 }
    const recipient = { phoneNumber: '+4915112345678' }
    if (daysAgo === 9 || daysAgo === 4) {
      const topUp = { productId: topUpProductId, amount: 10, quantity: 1, recipient }
      await this.#buy(`supplied-${daysAgo}`, 'EUR', [card, topUp])
    }
    if (daysAgo === 5) {
      await this.#buy('supplied-pairs', 'GBP', [
        { productId: pairProductId, amount: 20, quantity: 4 },
      ])
    }
    if (daysAgo === 3) await this.#takeBack()
  }

  /**
   * Leaves an order that is bought in part, and whose rest waits for our funds at the supplier.
   * Also changes a price, which waits for a person once the catalog is read again.
   */
  async leaveOpen(): Promise<void> {
    await this.#changePrice()
    const productId = this.#supplied.products.pairProductId
    const items = [{ productId, amount: 20, quantity: 3 }]
    const order = { clientReference: 'waits-for-supplier', currency: 'GBP', items }
    const { orders } = this.#client.partner(this.#supplied.signer)
    await orders.create(order, { idempotencyKey: keyOf('waits-for-supplier') })
  }

  /**
   * Orders a card that its supplier takes back after the delivery, so that it waits for a person.
   */
  async #takeBack(): Promise<void> {
    const { products, standIns } = this.#supplied
    const items = [{ productId: products.cardProductId, amount: REVERSED_FACE_VALUE, quantity: 1 }]
    await this.#buy('taken-back', 'EUR', items)
    const { books } = standIns.reloadly
    const sale = books.sales.find(({ face }) => face === scaled(String(REVERSED_FACE_VALUE)))
    if (sale) books.end(sale, 'reversed')
  }

  async #changePrice(): Promise<void> {
    await this.#client.until('/supplier-listings?supplier=reloadly:demo', hasSome)
    this.#supplied.standIns.reloadly.books.discounts.set(CARD, BETTER_DISCOUNT)
    const step = { body: {}, step: 'mirror' }
    await this.#client.operate('POST', '/suppliers/reloadly:demo/mirror', step)
  }

  /** Waits for the delivery: the clock must not jump a day while a supplier works on the order. */
  async #buy(name: string, currency: string, items: NewOrder['items']): Promise<void> {
    const order = { clientReference: name, currency, items }
    await orderAndWait(this.#client, this.#supplied.signer, { name, order })
  }
}

function hasSome(listings: readonly unknown[]): boolean {
  return listings.length > 0
}
