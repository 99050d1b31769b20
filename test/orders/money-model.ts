/** An order of the model; amounts are in cents. */
export interface ModelOrder {
  readonly orderNo: number
  readonly units: number
  status: 'open' | 'held' | 'completed' | 'cancelled'
  /** The numbers of the units that were delivered. */
  readonly delivered: Set<number>
  /** The numbers of the units whose outcome at the supplier is unknown. */
  readonly unsure: Set<number>
  charged: bigint
  readonly refunded: Set<number>
}

const FACE = 999n
const FEE = 10n

/** A discount of 2.5 percent, rounded half up once. */
function discountOf(units: bigint): bigint {
  return (units * FACE * 25n + 500n) / 1_000n
}

function price(units: number): bigint {
  const count = BigInt(units)
  return count * (FACE + FEE) - discountOf(count)
}

/** Models the money and orders of a partner by plain sums, without holds and transfers. */
export class MoneyModel {
  readonly orders: ModelOrder[] = []
  balance = 0n
  limit = 0n

  get held(): bigint {
    return this.orders.reduce((sum, order) => sum + this.heldBy(order), 0n)
  }

  get spendable(): bigint {
    return this.balance - this.held + this.limit
  }

  move(amount: bigint): void {
    this.balance += amount
    this.follow()
  }

  setLimit(limit: bigint): void {
    this.limit = limit
    this.follow()
  }

  canPlace(units: number): boolean {
    return this.spendable >= price(units)
  }

  place(orderNo: number, units: number): void {
    const sets = {
      delivered: new Set<number>(),
      unsure: new Set<number>(),
      refunded: new Set<number>(),
    }
    this.orders.push({ orderNo, units, status: 'open', charged: 0n, ...sets })
    this.follow()
  }

  order(orderNo: number): ModelOrder {
    const found = this.orders.find((one) => one.orderNo === orderNo)
    if (!found) throw new Error(`the model has no order ${orderNo}`)
    return found
  }

  /** Records the outcome of a unit at a supplier; `isDelivered` is undefined if it is unknown. */
  answer(order: ModelOrder, unit: number, isDelivered: boolean | undefined): void {
    if (isDelivered === undefined) return void order.unsure.add(unit)
    order.unsure.delete(unit)
    if (isDelivered) order.delivered.add(unit)
    if (order.delivered.size === order.units) this.#end(order, 'completed')
    this.follow()
  }

  canCancel({ status, unsure }: ModelOrder): boolean {
    return (status === 'open' || status === 'held') && unsure.size === 0
  }

  cancel(order: ModelOrder): void {
    this.#end(order, 'cancelled')
    this.follow()
  }

  /** Refunds the share of a unit in the charge. Its discount is a difference of rounded sums. */
  refund(order: ModelOrder, unit: number): void {
    const all = [...order.delivered].toSorted((one, other) => one - other)
    const [count, at] = [BigInt(all.length), BigInt(all.indexOf(unit))]
    const upTo = (units: bigint) => (discountOf(count) * units) / count
    order.refunded.add(unit)
    this.move(FACE + FEE - (upTo(at + 1n) - upTo(at)))
  }

  heldBy({ status, units, delivered, unsure }: ModelOrder): bigint {
    if (status === 'open') return price(units)
    return status === 'held' ? price(delivered.size + unsure.size) : 0n
  }

  /** Makes the newest orders give up holds until funds suffice; the oldest regain theirs first. */
  follow(): void {
    for (const order of this.orders.toReversed()) {
      if (this.spendable < 0n && order.status === 'open') order.status = 'held'
    }
    for (const order of this.orders) {
      if (order.status !== 'held') continue
      if (this.spendable >= price(order.units) - this.heldBy(order)) order.status = 'open'
    }
  }

  #end(order: ModelOrder, status: 'completed' | 'cancelled'): void {
    order.charged = price(order.delivered.size)
    order.status = status
    this.balance -= order.charged
  }
}
