import type { ActOf } from './acts.ts'
import { BATCH_UNITS, rounded, sum, times, type Code, type Ratio } from './facts.ts'
import { type SoldProduct } from '../worlds/catalog.ts'
import type { OracleLink } from './link.ts'
import type { StockedCode } from './oracle.ts'
import type { Wallet } from './wallets.ts'

/** A line with its price, which was locked when the order was accepted. */
export interface OracleLine {
  readonly product: number
  readonly sold: SoldProduct
  readonly amount: number
  readonly units: number
  readonly days: number | undefined
  /** The wallet that it credits, and by how much for each unit. */
  readonly wallet: Wallet | undefined
  readonly value: bigint
  /** The number of its first item. */
  readonly first: number
  readonly unitCost: bigint
  readonly terms: Terms | undefined
}

/** The terms of a rule: percent of the cost, and minor units of the order's currency. */
export interface Terms {
  readonly percent: Ratio
  readonly fee: bigint
}

export interface Batch {
  readonly line: OracleLine
  readonly first: number
  readonly units: number
  /** Codes of the stock. */
  codes: readonly StockedCode[]
  state: 'waits' | 'stock' | 'under way' | 'issued' | 'unknown' | 'unfunded' | 'ended'
}

/** An amount for some units of a line. */
type AmountOf = (line: OracleLine, units: bigint) => bigint

export const costOf: AmountOf = ({ unitCost }, units) => units * unitCost

/** The discount of some units of a line is rounded once. */
export const discountOf: AmountOf = ({ unitCost, terms }, units) => {
  return terms ? rounded(times(terms.percent, [units * unitCost, 100n])) : 0n
}

export const feeOf: AmountOf = ({ terms }, units) => units * (terms?.fee ?? 0n)

export const priceOf: AmountOf = (line, units) => {
  return costOf(line, units) - discountOf(line, units) + feeOf(line, units)
}

/** The cost with the surcharge and the fee, before the discount. */
export const grossOf: AmountOf = (line, units) => {
  const discount = discountOf(line, units)
  return costOf(line, units) + feeOf(line, units) - (discount < 0n ? discount : 0n)
}

/** Only a code that nobody has read can be returned. */
export function isIrrevocable({ line }: Batch): boolean {
  return line.sold.type !== 'GIFT_CARD'
}

/** The payer of an order in place of the funds, and how it refuses an order. */
export interface Payer {
  readonly link?: OracleLink
  readonly wallet?: Wallet
  require(order: OracleOrder): void
}

export class OracleOrder {
  readonly act: ActOf<'place'>
  readonly code: Code
  readonly lines: readonly OracleLine[]
  readonly batches: readonly Batch[]
  readonly total: bigint
  readonly price: bigint
  readonly payer: Payer | undefined
  /** All statuses that it had. */
  readonly events: string[] = ['PENDING']
  held: bigint
  /** ON_HOLD for our account at a supplier, not for the partner's funds. */
  isForSupplier = false

  constructor(act: ActOf<'place'>, lines: readonly OracleLine[], payer?: Payer) {
    this.act = act
    this.code = act.code
    this.lines = lines
    this.batches = lines.flatMap(batchesOf)
    this.total = this.sum(costOf)
    this.price = this.sum(priceOf)
    this.payer = payer
    this.held = this.price
  }

  get status(): string {
    return this.events.at(-1) ?? ''
  }

  get isOpen(): boolean {
    return ['PENDING', 'PROCESSING', 'OUT_OF_STOCK'].includes(this.status)
  }

  get isFinal(): boolean {
    return this.status === 'COMPLETED' || this.status === 'CANCELLED'
  }

  get isDelivered(): boolean {
    return this.batches.every(({ state }) => state === 'issued')
  }

  get isPaidByFunds(): boolean {
    return this.payer === undefined
  }

  /** The amount that stays held while it waits: only what it owes, if funds pay for it. */
  get kept(): bigint {
    return this.isPaidByFunds ? this.sum(priceOf, isOwed) : this.price
  }

  /** An amount for the units that its payer keeps at its end. */
  final(amountOf: AmountOf): bigint {
    if (this.status === 'COMPLETED') return this.sum(amountOf)
    return this.sum(amountOf, (one) => one.state === 'issued' && isOwed(one))
  }

  get charged(): bigint {
    return this.final(priceOf)
  }

  sum(amountOf: AmountOf, counts: (batch: Batch) => boolean = () => true): bigint {
    const batches = this.batches.filter((one) => counts(one))
    return sum(this.lines, (line) => {
      const own = batches.filter((one) => one.line === line)
      const units = sum(own, (one) => BigInt(one.units))
      return amountOf(line, units)
    })
  }

  move(status: string): void {
    this.events.push(status)
    this.isForSupplier = false
  }

  /** Workers of batches that can be taken back are fenced off, unless the outcome is unknown. */
  suspend(): void {
    this.held = this.kept
    this.move('ON_HOLD')
    for (const one of this.batches) {
      const isFenced = one.state === 'under way' && !isIrrevocable(one)
      if (one.state === 'stock' || isFenced) one.state = 'waits'
    }
  }

  resume(): void {
    this.held = this.price
    this.move('PENDING')
    for (const one of this.batches) if (one.state === 'unfunded') one.state = 'waits'
  }

  /** The charge of one delivered item: the items of a line share its discount. */
  itemPrice(item: number, line: OracleLine): bigint {
    const issued = this.batches.filter((one) => one.line === line && one.state === 'issued')
    const units = sum(issued, (one) => BigInt(one.units))
    const before = sum(issued, (one) => BigInt(Math.min(one.units, Math.max(0, item - one.first))))
    const upTo = (count: bigint) => (discountOf(line, units) * count) / units
    return line.unitCost - (upTo(before + 1n) - upTo(before)) + feeOf(line, 1n)
  }
}

function batchesOf(line: OracleLine): Batch[] {
  return Array.from({ length: Math.ceil(line.units / BATCH_UNITS) }, (_, at) => {
    const unitsBefore = at * BATCH_UNITS
    const units = Math.min(BATCH_UNITS, line.units - unitsBefore)
    return { line, first: line.first + unitsBefore, units, codes: [], state: 'waits' }
  })
}

/** Returns true if a batch cannot be taken back: it was delivered, or may have been. */
export function isOwed(batch: Batch): boolean {
  return isIrrevocable(batch) && ['issued', 'under way', 'unknown'].includes(batch.state)
}
