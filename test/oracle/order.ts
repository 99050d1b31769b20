import type { Asked, OrderView } from './acts.ts'
import { BATCH_UNITS, wire, type Code, type Sold } from './facts.ts'
import type { OracleLink } from './link.ts'
import { Ratio } from './ratio.ts'
import type { Wallet } from './wallets.ts'

/** A line with its price, which was locked when the order was accepted. */
export interface OracleLine {
  readonly product: number
  readonly sold: Sold
  readonly amount: number
  readonly units: number
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
  state: 'waits' | 'stock' | 'supplier' | 'under way' | 'unsure' | 'delivered' | 'ended'
}

/** The discount of some units of a line is rounded once. */
export function discountOf({ unitCost, terms }: OracleLine, units: bigint): bigint {
  return terms
    ? Ratio.of(units * unitCost)
        .times(terms.percent)
        .over(HUNDRED)
        .rounded()
    : 0n
}

const HUNDRED = Ratio.of(100n)

export function feeOf({ terms }: OracleLine, units: bigint): bigint {
  return units * (terms?.fee ?? 0n)
}

export function priceOf(line: OracleLine, units: bigint): bigint {
  return units * line.unitCost - discountOf(line, units) + feeOf(line, units)
}

/** Only a code that nobody has read can be returned. */
function isIrrevocable({ sold }: OracleLine): boolean {
  return sold.type !== 'GIFT_CARD'
}

/** The payer of an order in place of the funds: a link, by its token, or a wallet. */
export interface Payer {
  readonly link: OracleLink
  readonly isOld: boolean
  readonly wallet: Wallet
  /** The amount that its owner accepts to pay. */
  readonly most: bigint
}

/** The order of a person who takes one card. */
export function orderOfCard(act: Asked<'claim' | 'spend'>, code: Code): Asked<'place'> {
  const { partner, product, amount, key } = act
  const of = { partner, code, lines: [[product, amount, 1]] as const, key, by: 0 }
  return { act: 'place', ...of, once: undefined, quote: undefined }
}

export function batchesOf(line: OracleLine): Batch[] {
  const batches: Batch[] = []
  for (let taken = 0; taken < line.units; taken += BATCH_UNITS) {
    const units = Math.min(BATCH_UNITS, line.units - taken)
    batches.push({ line, first: line.first + taken, units, state: 'waits' })
  }
  return batches
}

export class OracleOrder {
  readonly asked: Asked<'place'>
  readonly lines: readonly OracleLine[]
  readonly batches: readonly Batch[]
  /** The payer, in place of the funds. */
  readonly link: OracleLink | undefined
  readonly wallet: Wallet | undefined
  readonly events: string[] = []
  status = 'NONE'
  held = 0n
  charged: bigint | undefined
  /** The discount and the fee of the charge. */
  adjusted: readonly bigint[] | undefined
  /** ON_HOLD for our account at a supplier, not for the partner's funds. */
  isForSupplier = false

  constructor(
    asked: Asked<'place'>,
    of: Pick<OracleOrder, 'lines' | 'batches' | 'link' | 'wallet'>,
  ) {
    this.asked = asked
    this.link = of.link
    this.wallet = of.wallet
    this.lines = of.lines
    this.batches = of.batches
    this.move('PENDING')
  }

  get code(): Code {
    return this.asked.code
  }

  get total(): bigint {
    return this.lines.reduce((sum, line) => sum + line.unitCost * BigInt(line.units), 0n)
  }

  get price(): bigint {
    return this.lines.reduce((sum, line) => sum + priceOf(line, BigInt(line.units)), 0n)
  }

  get isOpen(): boolean {
    return ['PENDING', 'PROCESSING', 'OUT_OF_STOCK'].includes(this.status)
  }

  get isFinal(): boolean {
    return this.status === 'COMPLETED' || this.status === 'CANCELLED'
  }

  get isDelivered(): boolean {
    return this.batches.every(({ state }) => state === 'delivered')
  }

  /** The units that cannot be taken back: delivered ones, and those of an unknown outcome. */
  get owed(): bigint {
    return this.#sum(['delivered', 'under way', 'unsure'], priceOf)
  }

  /** A link or a wallet pays for it. */
  get isPaidByLinkOrWallet(): boolean {
    return this.link !== undefined || this.wallet !== undefined
  }

  /** The amount that stays held while it waits: the whole price, if the funds do not pay it. */
  get kept(): bigint {
    return this.isPaidByLinkOrWallet ? this.price : this.owed
  }

  /** The units that were delivered and cannot be taken back. */
  sumKept(of: (line: OracleLine, units: bigint) => bigint): bigint {
    return this.#sum(['delivered'], of)
  }

  get keptPrice(): bigint {
    return this.sumKept(priceOf)
  }

  /** A delivery that cannot be taken back is under way. */
  get isUnderWay(): boolean {
    return this.batches.some(
      ({ line, state }) => isIrrevocable(line) && (state === 'under way' || state === 'unsure'),
    )
  }

  move(status: string): void {
    this.status = status
    this.events.push(status)
    this.isForSupplier = false
  }

  /** Workers of batches that can be taken back are fenced off, unless the outcome is unknown. */
  suspend(): void {
    this.held = this.kept
    this.move('ON_HOLD')
    for (const batch of this.batches) {
      if (batch.state === 'stock' || (batch.state === 'under way' && !isIrrevocable(batch.line))) {
        batch.state = 'waits'
      }
    }
  }

  resume(): void {
    this.held = this.price
    this.move('PENDING')
    for (const batch of this.batches) if (batch.state === 'supplier') batch.state = 'waits'
  }

  /** Returns the batches whose codes go back. */
  end(): Batch[] {
    const back = this.batches.filter(({ line }) => !isIrrevocable(line))
    const returned = back.filter(({ state }) => state === 'delivered')
    for (const batch of this.batches) {
      if (batch.state !== 'delivered' || !isIrrevocable(batch.line)) batch.state = 'ended'
    }
    return returned
  }

  lineOf(item: number): OracleLine | undefined {
    return this.lines.find(({ first, units }) => item < first + units)
  }

  /** The charge of one item; undefined if it was not delivered, or was taken back. */
  itemPrice(item: number): bigint | undefined {
    const batch = this.batches.find(({ first, units }) => item >= first && item < first + units)
    if (batch?.state !== 'delivered') return undefined
    const { line } = batch
    const of = this.batches.filter((one) => one.line === line && one.state === 'delivered')
    const count = of.reduce((sum, one) => sum + one.units, 0)
    const before = of.reduce(
      (sum, one) => sum + Math.min(one.units, Math.max(0, item - one.first)),
      0,
    )
    const discount = Ratio.of(discountOf(line, BigInt(count)))
    const share = (units: number) =>
      discount
        .times(Ratio.of(BigInt(units)))
        .over(Ratio.of(BigInt(count)))
        .truncated()
    return line.unitCost - (share(before + 1) - share(before)) + feeOf(line, 1n)
  }

  view(): OrderView {
    const { asked, status, events, charged, adjusted } = this
    const codes = status === 'COMPLETED' ? this.#units() : 0
    return {
      reference: asked.key,
      status,
      total: wire(this.total, this.code),
      charged: charged === undefined ? undefined : wire(charged, this.code),
      adjusted: adjusted?.map((minor) => wire(minor, this.code)),
      events: [...events],
      codes,
    }
  }

  #units(): number {
    return this.batches.reduce((sum, { units }) => sum + units, 0)
  }

  #sum(states: readonly string[], of: (line: OracleLine, units: bigint) => bigint): bigint {
    let sum = 0n
    for (const line of this.lines.filter(isIrrevocable)) {
      const own = this.batches.filter((one) => one.line === line && states.includes(one.state))
      sum += of(line, BigInt(own.reduce((units, one) => units + one.units, 0)))
    }
    return sum
  }
}
