import { systemActor } from '../../../src/audit/mod.ts'
import { unitPrice } from '../../../src/cases/item-price.ts'
import { caseKind } from '../../../src/cases/case-writes.ts'
import type { Case } from '../../../src/cases/mod.ts'
import { minorUnits, Refusal, storedCurrency, wireAmount } from '../../../src/core/mod.ts'
import type { WriteKind } from '../../../src/ledger/mod.ts'
import { fingerprintOf } from '../../../src/orders/mod.ts'
import type { OrderResults, OrderType, PlaceInput } from '../../../src/orders/order-input.ts'
import { submitOrderWrite, type InputOf } from '../../../src/orders/order-writes.ts'
import { priceLines } from '../../../src/orders/price-lines.ts'
import { deposit, reverse } from '../../../src/partners/mod.ts'
import { setCreditLimit } from '../../../src/partners/credit-limits.ts'
import { TESTER } from '../../support/tester.ts'
import type { Act, Answer, ActOf } from '../../oracle/acts.ts'
import type { View } from '../../oracle/view.ts'
import { QUOTE_SECONDS } from '../../oracle/prices.ts'
import { MemoryBook } from './memory-book.ts'
import { PARTNER, REASON } from './audited.ts'
import { leaseBatch } from './lease-batch.ts'
import { isByProgram, isOfPerson } from '../acts.ts'
import { clientOf, FastConsumers } from './fast-consumers.ts'
import { refusedBy } from './refusal-answer.ts'
import { itemsOf } from './items.ts'
import { ORDER_WRITES, SPEND_LIMIT } from './kinds.ts'
import { statusOf } from '../../../src/links/link.ts'
import type { LinkRequest } from './fast-links.ts'
import { placeOf } from './case-place.ts'
import { viewOf } from './fast-view.ts'
import type { Shop } from './shop.ts'

type PartnerAct = Extract<Act, { partner: number }>

/** A partner of the service without a database: the deciders, and the rows that they would read. */
export class FastPartner {
  readonly #shop: Shop
  readonly #partnerId: number
  readonly #book: MemoryBook
  readonly #consumers: FastConsumers
  readonly #quotes: string[] = []

  constructor(shop: Shop, no: number) {
    this.#shop = shop
    this.#partnerId = no + 1
    this.#book = new MemoryBook(shop, this.#partnerId, ORDER_WRITES)
    this.#consumers = new FastConsumers(shop, this.#book, this.#partnerId)
  }

  /** Decides the acts as one group: each submits its write before it waits. */
  async take(acts: readonly PartnerAct[]): Promise<Answer[]> {
    const answering = acts.map((act) => this.#answer(act))
    this.#book.commit()
    const answers = await Promise.all(answering)
    await this.#settle(acts)
    return answers
  }

  async #answer(act: PartnerAct): Promise<Answer> {
    // The signature of a request is refused before anything is decided.
    if (this.#book.orders.isSuspended && isByProgram(act)) return { status: 401 }
    try {
      return await this.#do(act)
    } catch (error) {
      if (error instanceof Refusal) return refusedBy(act.act, error)
      throw error
    }
  }

  #do(act: PartnerAct): Promise<Answer> {
    switch (act.act) {
      case 'deposit':
      case 'reverse':
        return this.#fund(act)
      case 'credit limit':
        return this.#limit(act)
      case 'spend limit':
        return this.#submit(SPEND_LIMIT, act)
      case 'quote':
        return Promise.resolve(this.#quote(act))
      case 'place':
        return this.#place(act)
      case 'lease':
      case 'answer':
        return this.#work(act)
      case 'resume':
      case 'cancel':
        return this.#change(act)
      case 'case':
        return this.#openCase(act)
      case 'decide':
        return this.#decide(act)
      case 'spend':
        return this.#placeOrder(this.#consumers.orderOf(act))
      case 'suspend':
        this.#book.orders.isSuspended = act.isSuspended
        return Promise.resolve(DONE)
      case 'claim':
        return this.#placeOrder(this.#book.orders.links.orderOf(act))
      case 'send':
      case 'end link':
      case 'replace link':
      case 'review link':
      case 'release link':
        return this.#link(act)
      case 'consumer':
      case 'credit':
      case 'debit':
      case 'bulk':
      case 'file':
      case 'status':
      case 'campaign':
      case 'campaign wallet':
        return this.#consumers.do(act)
    }
  }

  async #submit<Input>(kind: WriteKind<Input, undefined, object>, input: Input): Promise<Answer> {
    await this.#book.ledger.submit(kind, this.#partnerId, input)
    return DONE
  }

  #order<Type extends OrderType>(input: InputOf<Type>): Promise<OrderResults[Type]> {
    const { ledger } = this.#book
    return submitOrderWrite({ ledger, writes: ORDER_WRITES }, this.#partnerId, input)
  }

  async #fund({ act, code, amount, key, of }: ActOf<'deposit' | 'reverse'>): Promise<Answer> {
    const input = {
      partnerId: this.#partnerId,
      currency: code,
      amountMinor: minorUnits(BigInt(amount)),
      reference: `key ${key}`,
      actor: TESTER,
    }
    const depositNo = of === undefined ? undefined : this.#book.deposits[of]
    const { fundsMinor } =
      act === 'deposit'
        ? await deposit(this.#book.ledger, input)
        : await reverse(this.#book.ledger, { ...input, reason: 'test', depositNo })
    return { status: 201, funds: wireAmount(fundsMinor, storedCurrency(code)) }
  }

  async #limit({ code, amount }: ActOf<'credit limit'>): Promise<Answer> {
    const of = { partnerId: this.#partnerId, currency: code, actor: TESTER }
    await setCreditLimit(this.#book.ledger, { ...of, limitMinor: minorUnits(BigInt(amount)) })
    return DONE
  }

  #quote({ code, lines }: ActOf<'quote'>): Answer {
    const currency = storedCurrency(code)
    const items = this.#items(lines)
    const catalog = this.#shop.snapshot()
    const { recipients: wallets } = this.#book
    const terms = { catalog, wallets, partnerId: this.#partnerId, currency }
    const { lines: priced, faults } = priceLines(items, terms)
    const quoteId = `quote ${this.#quotes.length}`
    this.#quotes.push(quoteId)
    if (faults.length === 0) {
      const prices = new Map([...priced.values()].map((line) => [line.product.productId, line]))
      this.#book.orders.quotes.set(quoteId, {
        quoteId,
        fingerprint: fingerprintOf([code, lines]),
        expiresMs: this.#shop.now() + QUOTE_SECONDS * 1_000,
        prices,
        isUsed: false,
      })
    }
    return { status: 200, faults: faults.map(({ field }) => field) }
  }

  async #place({ code, lines, key, once, quote, by }: ActOf<'place'>): Promise<Answer> {
    const quoteId = quote === undefined ? undefined : (this.#quotes[quote] ?? 'none')
    return this.#placeOrder({
      type: 'place',
      actor: isOfPerson(key) ? PARTNER : undefined,
      clientId: clientOf(by),
      clientReference: `key ${key}`,
      idempotencyKey: once === undefined ? undefined : `once ${once}`,
      fingerprint: fingerprintOf([key, code, lines, quoteId ?? null]),
      currency: storedCurrency(code),
      items: this.#items(lines),
      quote:
        quoteId === undefined ? undefined : { quoteId, fingerprint: fingerprintOf([code, lines]) },
    })
  }

  #items(lines: ActOf<'place'>['lines']) {
    const walletIds = this.#book.wallets.map(({ walletId }) => walletId)
    return itemsOf(lines, walletIds)
  }

  async #placeOrder(input: PlaceInput): Promise<Answer> {
    const { order, isReplayed } = await this.#order(input)
    const total = wireAmount(order.totalMinor, order.currency)
    const answer = { status: 201, order: order.orderNo - 1, total }
    return isReplayed ? { ...answer, replayed: true } : answer
  }

  async #link(request: LinkRequest): Promise<Answer> {
    const { links } = this.#book.orders
    if (request.act === 'send') {
      const sending = { type: 'send links', links: links.sendOf(request) } as const
      const { batch, isReplayed } = await this.#order(sending)
      const answer = { status: 201, links: batch.linkCount }
      return isReplayed ? { ...answer, replayed: true } : answer
    }
    const link = await this.#order({ type: 'link', link: links.writeOf(request) })
    return request.act === 'end link' ? { status: 200, is: statusOf(link) } : DONE
  }

  /** Does a worker's part for a batch, and then submits its writes to the book. */
  async #work(act: ActOf<'lease'> | ActOf<'answer'>): Promise<Answer> {
    const { orders } = this.#book
    const orderNo = Math.floor(act.at / 100) + 1
    const batch = orders.of(orderNo)[act.at % 100]
    const order = orders.orders.get(orderNo)
    if (!batch || !order) throw new Error(`no batch ${act.at}`)
    if (act.act === 'lease') {
      const of = { shop: this.#shop, book: this.#book, consumers: this.#consumers }
      await leaseBatch({ ...of, partnerId: this.#partnerId }, order, batch)
      return DONE
    }
    batch.isUnknown = act.outcome === 'unknown'
    if (act.outcome === 'issued') batch.status = 'COMPLETED'
    if (act.outcome === 'refused' || act.outcome === 'unfunded') batch.status = 'PENDING'
    if (act.outcome === 'unfunded') batch.waitsFor = 'supplier'
    if (batch.status === 'PENDING') await this.#order({ type: 'suspend', orderNo })
    return DONE
  }

  async #change({ act, at }: Extract<PartnerAct, { act: 'cancel' | 'resume' }>): Promise<Answer> {
    const orderNo = at + 1
    if (act === 'resume') {
      const by = { actor: TESTER, reason: REASON }
      const resumed = await this.#order({ type: 'resume', orderNo, act: by })
      return { status: 200, resumed: resumed !== undefined }
    }
    const { order } = await this.#order({ type: 'cancel', orderNo, reason: REASON, actor: TESTER })
    return { status: 200, is: order?.status }
  }

  async #openCase({ at, item, kind, part, isRequest, reason }: ActOf<'case'>): Promise<Answer> {
    const found = placeOf(this.#book.orders, at + 1, item)
    const price = unitPrice(found.charged, found.position)
    if (kind === 'refund' && price === 0n) throw new Refusal('state_conflict', 'test')
    const amountMinor = kind === 'refund' ? (part ? minorUnits(1n) : price) : undefined
    const actor = isRequest ? PARTNER : TESTER
    const of = { kind, reason: reasonOf(reason), amountMinor, actor, isRequest } as const
    const { state } = await this.#case({ act: 'open', ...of, ...found.item })
    return { status: 201, is: state }
  }

  async #decide({ at, accept, reason, operator }: ActOf<'decide'>): Promise<Answer> {
    const found = [...this.#book.cases.values()][at]
    if (!found) throw new Error(`no case ${at}`)
    const { caseId, kind, orderNo, itemNo } = found
    const { item } = placeOf(this.#book.orders, orderNo, itemNo)
    const act = accept ? 'accept' : 'reject'
    const actor = operator === 0 ? TESTER : OTHER
    const decision = { act, caseId, kind, reason: reasonOf(reason), actor } as const
    const { state } = await this.#case({ ...decision, ...item })
    return { status: 200, is: state }
  }

  #case(input: Parameters<typeof caseKind.decide>[2]): Promise<Case> {
    return this.#book.ledger.submit(caseKind, this.#partnerId, input)
  }

  /** Does the work of the sweep, oldest order first. It may have read an order too early. */
  async #settle(acts: readonly PartnerAct[]): Promise<void> {
    const { orders } = this.#book
    const [act] = acts
    const worked = act?.act === 'answer' ? Math.floor(act.at / 100) + 1 : undefined
    for (const { orderNo } of orders.orders.values()) {
      const { status } = orders.orders.get(orderNo) ?? {}
      const isOver = status === 'COMPLETED' || status === 'CANCELLED'
      if (isOver || (orderNo !== worked && orders.delivery(orderNo).hasOpenBatches)) continue
      const settled = this.#order({ type: 'settle', orderNo })
      this.#book.commit()
      await settled
    }
  }

  view(): View {
    return viewOf(this.#book)
  }
}

const DONE: Answer = { status: 200 }
/** Another operator. */
const OTHER = systemActor('other')

function reasonOf(no: number): string {
  return `reason ${no}`
}
