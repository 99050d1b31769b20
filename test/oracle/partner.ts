import type { Answer, Asked, TransactAct, View } from './acts.ts'
import { OracleCases } from './cases.ts'
import { wire } from './facts.ts'
import { OracleLinks } from './links.ts'
import { OracleMoney } from './money.ts'
import {
  batchesOf,
  discountOf,
  feeOf,
  OracleOrder,
  orderOfCard,
  type Batch,
  type OracleLine,
  type Payer,
} from './order.ts'
import { OracleQuotes } from './quotes.ts'
import { Refused } from './refused.ts'
import type { World } from './shared.ts'
import { OracleWallets, requirePayable } from './wallets.ts'

/** One partner: its state, and its view. */
export class OraclePartner {
  readonly #no: number
  readonly #world: World
  readonly quotes: OracleQuotes
  readonly orders: OracleOrder[] = []
  readonly links: OracleLinks
  readonly money = new OracleMoney()
  readonly wallets: OracleWallets
  readonly cases: OracleCases

  constructor(no: number, world: World) {
    this.#no = no
    this.#world = world
    const { money, orders } = this
    const of = { partner: no, world, money, orders }
    this.wallets = new OracleWallets(of)
    this.quotes = new OracleQuotes(of)
    this.links = new OracleLinks(of)
    this.cases = new OracleCases(of)
  }

  get now(): number {
    return this.#world.now
  }

  /** How rows of a request or of a file are done. */
  get rows() {
    const { wallets, money } = this
    return {
      transact: (row: TransactAct, key: string) => wallets.transact(row, key),
      isUsed: (key: string) => wallets.isUsed(key),
      follow: () => this.follow(),
      mark() {
        const undoes = [wallets.mark(), money.mark()]
        return () => undoes.forEach((undo) => undo())
      },
    }
  }

  get counts() {
    const { length: deposits } = this.money.deposits
    return {
      ...this.wallets.counts,
      deposits,
      quotes: this.quotes.count,
      links: this.links.count,
      cases: this.cases.count,
    }
  }

  /** A card of a link is an order of the partner that the link pays. */
  claim(act: Asked<'claim'>): Answer {
    const link = this.links.at(act.link)
    return this.place(orderOfCard(act, link.asked.code), { link, isOld: act.isOld })
  }

  /** The owner of a wallet takes a card, which the wallet pays. */
  spend(act: Asked<'spend'>): Answer {
    const wallet = this.wallets.at(act.wallet)
    return this.place(orderOfCard(act, wallet.code), { wallet, most: BigInt(act.most) })
  }

  place(asked: Asked<'place'>, of: Partial<Payer> = {}): Answer {
    const { link, wallet, isOld = false, most = 0n } = of
    const { code, key, once, by } = asked
    const body = JSON.stringify([key, code, asked.lines, asked.quote])
    const same = once === undefined ? undefined : this.orders.find((one) => one.asked.once === once)
    if (same) {
      const { asked: first } = same
      const known = JSON.stringify([first.key, first.code, first.lines, first.quote])
      if (known !== body) throw new Refused(409, ['Idempotency-Key'])
      return { ...this.#placed(same), replayed: true }
    }
    if (this.orders.some((one) => one.asked.key === key))
      throw new Refused(409, ['clientReference'])
    const quote = this.quotes.require(asked)
    const priced = this.#world.prices.price({ ...asked, partner: this.#no }, quote?.locks)
    if (priced.faults.length > 0) throw new Refused(400, priced.faults)
    const { lines } = priced
    const order = new OracleOrder(asked, {
      lines,
      batches: lines.flatMap(batchesOf),
      link,
      wallet,
    })
    if (link) {
      link.requirePayable(order, isOld, this.now)
      link.claim(order)
    } else if (wallet) requirePayable(wallet, order.price, most)
    else this.money.purse(code).spend(by, order.price, this.now)
    if (quote) quote.isUsed = true
    this.orders.push(order)
    this.#hold(order, order.price)
    if (this.#isIssuedAtOnce(order)) this.#issueAll(order)
    return this.#placed(order)
  }

  #placed(order: OracleOrder): Answer {
    return { status: 201, order: this.orders.indexOf(order), total: wire(order.total, order.code) }
  }

  /** An order that needs no supplier is fulfilled as it is accepted. Waiting orders come first. */
  #isIssuedAtOnce({ lines }: OracleOrder): boolean {
    const { stock } = this.#world
    const wanted = new Map<number, number>()
    for (const { sold, amount, units } of lines) {
      if (sold.supply === 'asked') return false
      if (sold.supply === 'stock') wanted.set(amount, (wanted.get(amount) ?? 0) + units)
    }
    return [...wanted].every(
      ([amount, units]) => stock.has(amount, units) && !stock.isWaitedFor(amount),
    )
  }

  #issueAll(order: OracleOrder): void {
    for (const batch of order.batches) {
      if (batch.line.sold.supply === 'stock') this.#world.stock.take(batch.line.amount, batch.units)
      batch.state = 'delivered'
    }
    this.#complete(order)
  }

  #complete(order: OracleOrder): void {
    if (order.status !== 'PROCESSING') order.move('PROCESSING')
    this.#charge(order, order.price)
    order.move('COMPLETED')
    order.link?.settle(order)
  }

  #charge(order: OracleOrder, charged: bigint): void {
    this.#hold(order, 0n)
    order.charged = charged
    if (order.wallet) order.wallet.balance -= charged
    else if (charged > 0n && !order.link) this.money.move('order_charge', order.code, -charged)
    this.#add('issued', order, (line, units) => line.unitCost * units)
    const discount = this.#add('discounts', order, discountOf)
    const fee = this.#add('fees', order, feeOf)
    if (order.lines.some(({ terms }) => terms)) order.adjusted = [discount, fee]
  }

  #add(name: string, order: OracleOrder, of: (line: OracleLine, units: bigint) => bigint): bigint {
    const isWhole = order.isDelivered
    const sum = isWhole
      ? order.lines.reduce((all, line) => all + of(line, BigInt(line.units)), 0n)
      : order.sumKept(of)
    this.money.enter(name, order.code, sum)
    return sum
  }

  #hold(order: OracleOrder, amount: bigint): void {
    this.#payerOf(order).held += amount - order.held
    order.held = amount
  }

  #payerOf({ link, wallet, code }: OracleOrder): { held: bigint } {
    return link ?? wallet ?? this.money.purse(code)
  }

  /** A worker takes a batch: of what is in stock or made here, it knows the outcome at once. */
  lease(order: OracleOrder, batch: Batch): Answer {
    const { sold, amount } = batch.line
    const { stock } = this.#world
    if (order.status === 'PENDING') order.move('PROCESSING')
    if (sold.supply === 'asked') batch.state = 'under way'
    else if (sold.supply === 'made') batch.state = 'delivered'
    else if (stock.has(amount, batch.units)) {
      stock.take(amount, batch.units)
      batch.state = 'delivered'
      const isShort = order.batches.some(({ state }) => state === 'stock' || state === 'supplier')
      if (order.status === 'OUT_OF_STOCK' && !isShort) order.move('PROCESSING')
    } else {
      batch.state = 'stock'
      if (order.status !== 'OUT_OF_STOCK') order.move('OUT_OF_STOCK')
    }
    return { status: 200 }
  }

  answer(order: OracleOrder, batch: Batch, outcome: Asked<'answer'>['outcome']): Answer {
    const states = {
      issued: 'delivered',
      refused: 'waits',
      unknown: 'unsure',
      unfunded: 'supplier',
    }
    batch.state = states[outcome] as Batch['state']
    if (order.isOpen && outcome === 'unfunded') {
      this.#suspend(order)
      order.isForSupplier = true
    } else if (order.status === 'ON_HOLD' && order.kept < order.held) {
      this.#hold(order, order.kept)
    }
    return { status: 200 }
  }

  #suspend(order: OracleOrder): void {
    const before = order.held
    order.suspend()
    this.#payerOf(order).held += order.held - before
  }

  cancel(order: OracleOrder): Answer {
    if (order.isFinal) throw new Refused(409)
    if (order.isUnderWay) throw new Refused(409)
    if (order.isDelivered && order.lines.every(({ sold }) => sold.type !== 'GIFT_CARD')) {
      if (this.#settle(order)) return { status: 200, is: 'COMPLETED' }
    }
    const charged = order.keptPrice
    const isWhole = order.isDelivered
    const returned = order.end()
    if (isWhole && returned.length === 0) throw new Error('nothing is left to cancel')
    this.#charge(order, charged)
    order.move('CANCELLED')
    order.link?.settle(order)
    for (const { line, units } of returned) {
      if (line.sold.supply === 'stock') this.#world.stock.giveBack(line.amount, units)
    }
    return { status: 200, is: 'CANCELLED' }
  }

  resume(order: OracleOrder): Answer {
    const resumed = order.status === 'ON_HOLD' && order.isForSupplier
    if (resumed) order.isForSupplier = false
    return { status: 200, resumed }
  }

  #settle(order: OracleOrder): boolean {
    if (order.isFinal || !order.isDelivered) return false
    if (order.status === 'ON_HOLD') {
      if (order.held !== order.price) return false
      order.resume()
    }
    this.#complete(order)
    return true
  }

  /**
   * The consequences of the funds: the newest orders give up their holds, the oldest get them back.
   */
  follow(): void {
    for (const order of this.orders.toReversed()) {
      if (
        !order.isOpen ||
        order.isPaidByLinkOrWallet ||
        this.money.purse(order.code).spendable >= 0n
      )
        continue
      if (order.isDelivered && order.owed >= order.held) continue
      this.#suspend(order)
    }
    for (const order of this.orders) {
      if (order.status !== 'ON_HOLD' || order.isForSupplier) continue
      const rest = order.price - order.held
      if (!order.isPaidByLinkOrWallet && this.money.purse(order.code).spendable < rest) continue
      this.#hold(order, order.price)
      order.resume()
    }
  }

  /** Charges orders that are delivered completely. Returns whether there was one. */
  settleDelivered(): boolean {
    const found = this.orders.find((order) => this.#settle(order))
    if (found) this.follow()
    return found !== undefined
  }

  view(): View {
    const orders = this.orders.map((order) => order.view())
    const { book, ...money } = this.money.view()
    const { wallets, cases } = this
    const links = this.links.view()
    const rest = { orders, links, wallets: wallets.view(), cases: cases.view() }
    return { ...money, ...rest, book: { ...book, ...this.links.promised() } }
  }
}
