import type { OracleMoney } from './money.ts'
import type { OracleOrder } from './order.ts'
import type { PriceList } from './price-list.ts'

/**
 * Codes in stock, by the place of their face value in `AMOUNTS`, and the orders that wait for them.
 */
export interface Stock {
  has(amount: number, units: number): boolean
  take(amount: number, units: number): void
  giveBack(amount: number, units: number): void
  isWaitedFor(amount: number): boolean
}

/** The state that all partners share. */
export interface World {
  readonly now: number
  readonly prices: PriceList
  readonly stock: Stock
}

/** The parts of a partner that its quotes, links, wallets and cases need. */
export interface Shared {
  readonly partner: number
  readonly world: World
  readonly money: OracleMoney
  readonly orders: readonly OracleOrder[]
}
