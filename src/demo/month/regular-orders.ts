import { TesseraError, type NewOrder } from '@tessera/sdk'
import type { Signer } from '../../core/mod.ts'
import type { DemoExamples } from '../demo-file.ts'
import { DEMO_LOT } from '../stock.ts'
import type { MonthClient } from './client.ts'
import { keyOf } from './client.ts'
import { orderAndWait } from './order.ts'

const CURRENCY = 'USD'
const UNAUTHENTICATED = 401
/** The first number in the references of the orders. */
const FIRST_NUMBER = 1_000
/** The codes of each order, by weekday and by hour; 0: no order. They vary for the charts. */
const CODES_OF_DAYS = [4, 6, 5, 9, 12, 2, 0]
const CODES_OF_HOURS = [3, 0, 5, 8, 2, 6, 0, 4]
/** What a code from stock cost, by its face value. */
const UNIT_COSTS = { 25: 23.4, 50: 46.25 }
const HOOK = 'https://hooks.acme.example/tessera'

/** The partner of the examples, and the products that it orders. */
export interface RegularPartner extends Signer {
  readonly examples: Pick<
    DemoExamples,
    'giftCardProductId' | 'stockedProductId' | 'soldOutProductId'
  >
}

/** The hour that was `daysAgo` days and `hoursAgo` hours ago. */
export interface PastHour {
  readonly daysAgo: number
  readonly hoursAgo: number
}

/** The orders of the examples' partner during the month. */
export class RegularOrders {
  readonly #client: MonthClient
  readonly #demo: RegularPartner
  #placed = 0

  constructor(client: MonthClient, demo: RegularPartner) {
    this.#client = client
    this.#demo = demo
  }

  /** Records what the codes from stock cost. */
  async recordCosts(): Promise<void> {
    const path = `/products/${this.#demo.examples.stockedProductId}/lots/${DEMO_LOT}/costs`
    for (const [faceValue, unitCost] of Object.entries(UNIT_COSTS)) {
      const body = { currency: CURRENCY, faceValue: Number(faceValue), unitCost, supplier: 'Alder' }
      await this.#client.operate('POST', path, { body, step: `cost of ${faceValue} from stock` })
    }
  }

  /** Places the orders of one day: gift cards, some of them from stock. */
  async ofDay(daysAgo: number): Promise<void> {
    const quantity = CODES_OF_DAYS[daysAgo % CODES_OF_DAYS.length] ?? 0
    if (quantity === 0) return
    const { giftCardProductId, stockedProductId } = this.#demo.examples
    await this.#order(`daily-${daysAgo}`, [
      { productId: giftCardProductId, amount: 25, quantity },
      { productId: stockedProductId, amount: 50, quantity: Math.ceil(quantity / 2) },
    ])
  }

  /** Places the order of one hour of a day, if there is one, and returns it. */
  async ofHour({ daysAgo, hoursAgo }: PastHour): Promise<string | undefined> {
    const quantity = CODES_OF_HOURS[(hoursAgo + daysAgo) % CODES_OF_HOURS.length] ?? 0
    if (quantity === 0) return undefined
    const { stockedProductId } = this.#demo.examples
    return await this.#order(`hourly-${daysAgo}-${hoursAgo}`, [
      {
        productId: stockedProductId,
        amount: 25,
        quantity: daysAgo === 0 ? quantity : quantity - 1,
      },
    ])
  }

  /**
   * Leaves something to do: an endpoint that nobody listens at, an order that waits for stock, a
   * case to decide about, and a request that was signed with another secret.
   */
  async leaveOpen(delivered: string): Promise<void> {
    const { examples, hmacSecret } = this.#demo
    const tessera = this.#client.partner(this.#demo)
    await tessera.webhookEndpoints.create(
      { url: HOOK, description: 'order desk' },
      { idempotencyKey: keyOf('endpoint of Acme') },
    )
    const items = [{ productId: examples.soldOutProductId, amount: 25, quantity: 3 }]
    await tessera.orders.create(orderOf('waits-for-stock', items), {
      idempotencyKey: keyOf('waits-for-stock'),
    })
    await tessera.orders.requestCase(delivered, {
      itemNo: 1,
      kind: 'refund',
      reason: 'declined at the till',
    })
    const mistaken = this.#client.partner({ ...this.#demo, hmacSecret: `${hmacSecret}x` })
    await mistaken.balances().catch((error: unknown) => {
      if (!(error instanceof TesseraError && error.status === UNAUTHENTICATED)) throw error
    })
  }

  #order(name: string, items: NewOrder['items']): Promise<string> {
    this.#placed += 1
    const order = orderOf(`gifts-${FIRST_NUMBER + this.#placed}`, items)
    return orderAndWait(this.#client, this.#demo, { name, order })
  }
}

function orderOf(clientReference: string, items: NewOrder['items']): NewOrder {
  return { clientReference, currency: CURRENCY, items }
}
