import { randomUUID } from 'node:crypto'
import { signedClient, type Reply } from '../support/client.ts'
import { isLong } from '../support/length.ts'
import type { Random } from './chaos-random.ts'
import type { Seller } from './chaos-fixture.ts'
import type { Sent } from './chaos-writes.ts'
import type { Endpoint } from './endpoint.ts'
import { CURRENCIES, FACES, type FailoverFixture } from './failover-fixture.ts'

/** A write under a key of its own, and its response in the present history of the database. */
export class KeyedWrite {
  readonly sent: Sent
  /** Undefined without a response, or if the database has lost the write since. */
  answer: string | undefined
  /** Number of failovers that lost the write. */
  timesLost = 0
  /** Responses that no write may have. */
  readonly wrong: string[] = []
  readonly #refusals: readonly number[]

  /** `refusals` are statuses that the write may be refused with; it counts as ended then. */
  constructor(sent: Sent, refusals: readonly number[] = []) {
    this.sent = sent
    this.#refusals = refusals
  }

  /** Sends the write; returns the status, or undefined if the connection broke. */
  async attempt(endpoint: Endpoint, isTrusted: () => boolean): Promise<number | undefined> {
    const reply = await this.sent.send(endpoint).catch(() => undefined)
    if (!reply || reply.status === 503) return reply?.status
    if (reply.status < 300) this.#succeed(reply, isTrusted())
    else if (!this.#refusals.includes(reply.status)) {
      this.wrong.push(`${this.sent.kind} ${this.sent.name}: ${reply.status} ${reply.text}`)
    }
    return reply.status
  }

  /** Records that the database has lost the write. */
  lose(): void {
    this.answer = undefined
    this.timesLost += 1
  }

  #succeed({ text }: Reply, isTrusted: boolean): void {
    if (!isTrusted) return
    if (this.answer !== undefined && this.answer !== text) {
      this.wrong.push(`${this.sent.kind}: ${text} after ${this.answer}`)
    }
    this.answer ??= text
  }
}

interface Line {
  readonly productId: number
  readonly amount: number
  readonly quantity: number
  readonly recipient?: { readonly walletId: string }
}

/** An order of some lines, as a seller places it. */
export function orderOf(seller: Seller, currency: string, items: readonly Line[]): Sent {
  const name = randomUUID()
  const body = { clientReference: name, currency, items }
  const headers = { 'idempotency-key': randomUUID() }
  return {
    kind: 'order',
    name,
    currency,
    amount: items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0),
    units: items.reduce((sum, { quantity }) => sum + quantity, 0),
    send: ({ http }) => signedClient(http, seller.credentials).post('/v2/orders', body, headers),
  }
}

/** The kinds of orders, and how often each is drawn. */
const SHAPES = {
  stocked: 3,
  scarce: 2,
  backed: 2,
  generated: 2,
  manyGenerated: 1,
  credit: 2,
  slow: 1,
  slowAndStocked: 2,
  manyStocked: 1,
} as const

type Shape = keyof typeof SHAPES

const NAMES = Object.keys(SHAPES) as Shape[]
const DRAWN_FROM = NAMES.flatMap((name) => Array<Shape>(SHAPES[name]).fill(name))

/** Quantities that make many batches: a batch has 20 units. */
const MANY_STOCKED: readonly [number, number] = isLong ? [300, 1_000] : [50, 150]

/**
 * Returns an order: from stock or generated, small or large, issued at once or by a worker, in any
 * currency.
 */
export function anyOrder(fixture: FailoverFixture, random: Random): Sent {
  const line = (productId: number, quantity: number): Line => {
    return { productId, amount: random.pick(FACES), quantity }
  }
  const few = random.between(1, 4)
  const seller = random.pick(fixture.sellers)
  const recipient = { walletId: random.pick(seller.walletIds) }
  const items = {
    stocked: () => [line(fixture.stocked, few)],
    scarce: () => [line(fixture.scarce, few * 10)],
    backed: () => [line(fixture.backed, few * 10)],
    generated: () => [line(fixture.generated, few), line(fixture.stocked, 1)],
    manyGenerated: () => [line(fixture.generated, 1_200)],
    credit: () => [{ ...line(fixture.credit, few), recipient }],
    slow: () => [line(fixture.slow, few)],
    slowAndStocked: () => [line(fixture.backed, few * 20), line(fixture.slow, 1)],
    manyStocked: () => [line(fixture.stocked, random.between(...MANY_STOCKED))],
  }[random.pick(DRAWN_FROM)]()
  return orderOf(seller, random.pick(CURRENCIES), items)
}

export function anyCredit({ sellers }: FailoverFixture, random: Random): Sent {
  const { credentials, walletIds } = random.pick(sellers)
  const name = randomUUID()
  const amount = random.between(1, 100)
  const body = { amount, transactionType: 'CREDIT', referenceId: name }
  const target = `/api/partner/v1/wallets/${random.pick(walletIds)}/transactions`
  return {
    kind: 'credit',
    name,
    currency: 'USD',
    amount,
    units: 0,
    send: ({ http }) => signedClient(http, credentials).post(target, body),
  }
}

/** The content of a database right after it lost a part of its history. */
export interface Survivors {
  readonly names: ReadonlySet<string>
  readonly wholeImports: ReadonlySet<string>
}
