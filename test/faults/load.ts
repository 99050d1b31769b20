import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { Http, signedClient, type SignedClient } from '../support/client.ts'
import { isLong } from '../support/length.ts'
import { newConsumer, type Fixture } from './fixture.ts'

/** The interval is long, because all lanes poll while a server stops or starts for seconds. */
const READY_POLL_MS = isLong ? 50 : 250

/** A write of a partner, which is repeated byte for byte. */
export interface Write {
  readonly kind: 'credit' | 'debit' | 'order' | 'consumer'
  /** Identifies the write in the database: referenceId, clientReference or e-mail. */
  readonly name: string
  readonly target: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** True if a repeated request gets the stored response. */
  readonly isReplayed: boolean
  /** True if it is sent again until it has a response. */
  readonly isStubborn: boolean
  /** The first successful response; undefined if there was none. */
  answer: string | undefined
}

interface Up {
  readonly http: Http
  readonly partner: SignedClient
}

export interface LoadOptions {
  /** Number of programs that send at the same time. */
  readonly lanes: number
  /** Pause of each program after a write, while nothing waits for writes. */
  readonly idlePauseMs?: number
}

/** Many partners' programs at once, which send writes without a pause while they may. */
export class Load {
  readonly writes: Write[] = []
  /** Responses that are neither a success nor 503. */
  readonly unexpected: string[] = []
  answered = 0
  busyAnswers = 0
  /** Requests so far, and the numbers of those whose connection broke before their response. */
  sent = 0
  readonly lost: number[] = []
  underWay = 0
  readonly #fixture: Fixture
  readonly #lanes: Promise<void>[]
  readonly #idlePauseMs: number
  #answeredMin = 0
  #up: Up | undefined
  #waiting: (() => void)[] = []
  #isEnding = false
  #isResting = false

  constructor(fixture: Fixture, url: string, { lanes, idlePauseMs = 0 }: LoadOptions) {
    this.#fixture = fixture
    this.#idlePauseMs = idlePauseMs
    this.pointTo(url)
    this.#lanes = Array.from({ length: lanes }, () => this.#run())
  }

  /** Sets the address of a running service, so that waiting programs go on. */
  pointTo(url: string): void {
    this.#up?.http.close()
    const http = new Http(url)
    this.#up = { http, partner: signedClient(http, this.#fixture.credentials) }
    this.#wake()
  }

  /** Resolves when `by` more writes have succeeded, and requests are under way. */
  async grows(by: number): Promise<void> {
    this.#answeredMin = this.answered + by
    this.#isResting = false
    this.#wake()
    await vi.waitFor(
      () => {
        if (this.unexpected[0] !== undefined) return
        if (this.answered < this.#answeredMin || this.underWay === 0) {
          throw new Error(`${this.answered} of ${this.#answeredMin} writes are answered`)
        }
      },
      { timeout: 60_000, interval: 2 },
    )
  }

  /** Sends nothing new until the next `grows`; returns when nothing is under way. */
  async rest(): Promise<void> {
    this.#isResting = true
    await vi.waitFor(() => expect(this.underWay).toBe(0), { timeout: 60_000, interval: 5 })
  }

  /** From now on, no program pauses after a write, until the next `grows` resolves. */
  rush(): void {
    this.#answeredMin = Infinity
  }

  /** Sends nothing new; resolves when nothing is under way. */
  async end(): Promise<void> {
    this.#isEnding = true
    this.#wake()
    await Promise.all(this.#lanes)
    this.#up?.http.close()
  }

  async #run(): Promise<void> {
    while (!this.#isEnding) {
      const write = newWrite(this.#fixture, this.writes.length)
      this.writes.push(write)
      do await this.#attempt(write)
      while (write.answer === undefined && write.isStubborn && !this.#isEnding)
      if (this.answered >= this.#answeredMin && this.#idlePauseMs > 0) await wait(this.#idlePauseMs)
    }
  }

  async #attempt(write: Write): Promise<void> {
    const up = await this.#whenUp()
    if (!up) return
    this.underWay += 1
    this.sent += 1
    const requestNo = this.sent
    const reply = await send(up.partner, write).catch(() => undefined)
    this.underWay -= 1
    if (!reply) this.#lose(up, requestNo)
    else if (reply.status < 300) this.#succeed(write, reply.text)
    else if (reply.status === 503) await this.#waitUntilReady(up)
    else this.unexpected.push(`${write.kind}: ${reply.status} ${reply.text}`)
  }

  #succeed(write: Write, answer: string): void {
    write.answer = answer
    this.answered += 1
  }

  #lose(up: Up, requestNo: number): void {
    this.lost.push(requestNo)
    if (this.#up === up) this.#up = undefined
  }

  #wake(): void {
    for (const goOn of this.#waiting.splice(0)) goOn()
  }

  async #whenUp(): Promise<Up | undefined> {
    while ((!this.#up || this.#isResting) && !this.#isEnding) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
    return this.#up
  }

  /** Waits after a 503 until the service is ready, has gone away or is being stopped. */
  async #waitUntilReady({ http }: Up): Promise<void> {
    this.busyAnswers += 1
    await vi.waitFor(
      async () => {
        const reply = await http.send({ method: 'GET', target: '/health/ready' }).catch(() => null)
        const hasMore = !reply || reply.status === 200 || this.#isEnding
        if (!hasMore) throw new Error(`not ready: ${reply.text}`)
      },
      { timeout: 60_000, interval: READY_POLL_MS },
    )
  }
}

/** Sends a write, or repeats it. */
export function send(partner: SignedClient, { target, body, headers }: Write) {
  return partner.post(target, body, headers)
}

type RepeatFlags = Pick<Write, 'isReplayed' | 'isStubborn'>

/**
 * In ten writes: five credits, a debit, three orders and a consumer. Half are repeated until they
 * succeed, where a replay exists.
 */
function newWrite(fixture: Fixture, no: number): Write {
  const turn = no % 10
  const round = Math.floor(no / 10)
  if (turn < 5) return newTransaction('credit', fixture.credited[no % fixture.credited.length], no)
  if (turn === 5)
    return newTransaction('debit', fixture.debited[round % fixture.debited.length], no)
  if (turn < 9) return newOrder(fixture, no)
  const consumer = newConsumer(1)
  const flags = { isReplayed: false, isStubborn: false }
  return writeOf(
    'consumer',
    '/api/partner/v1/customer',
    { name: consumer.fullName, body: consumer },
    flags,
  )
}

function newTransaction(
  kind: 'credit' | 'debit',
  wallet: Fixture['credited'][number] | undefined,
  no: number,
): Write {
  const name = randomUUID()
  const amount = ((no % 500) + 1) / 100
  const target = `/api/partner/v1/wallets/${wallet?.walletId}/transactions`
  const body = { amount, transactionType: kind.toUpperCase(), referenceId: name }
  return writeOf(kind, target, { name, body }, { isReplayed: true, isStubborn: no % 2 === 0 })
}

/** More units than an order is issued with as it is accepted, so workers issue them in batches. */
const LARGE_ORDER_UNITS = isLong ? 1_500 : 1_050
const LARGE_ORDER_EVERY = 90

/**
 * Returns an order of one line or two, or a large one. Every other order has no Idempotency-Key.
 */
function newOrder({ productIds, generatedProductId }: Fixture, no: number): Write {
  const round = Math.floor(no / 10)
  const isReplayed = round % 2 === 0
  const line = (at: number) => {
    const productId = productIds[at % productIds.length]
    return { productId, amount: 10, quantity: (at % 4) + 1 }
  }
  const large = { productId: generatedProductId, amount: 10, quantity: LARGE_ORDER_UNITS }
  let items = round % 3 === 0 ? [line(no), line(no + 1)] : [line(no)]
  if (no % LARGE_ORDER_EVERY === 6) items = [large]
  return orderOf(items, { isReplayed, isStubborn: isReplayed && no % 2 === 0 })
}

export function orderOf(items: readonly object[], flags: RepeatFlags): Write {
  const name = randomUUID()
  const body = { clientReference: name, currency: 'USD', items }
  const write = writeOf('order', '/v2/orders', { name, body }, flags)
  return flags.isReplayed ? { ...write, headers: { 'idempotency-key': randomUUID() } } : write
}

function writeOf(
  kind: Write['kind'],
  target: string,
  { name, body }: { name: string; body: object },
  flags: RepeatFlags,
): Write {
  return {
    kind,
    name,
    target,
    body: JSON.stringify(body),
    headers: {},
    ...flags,
    answer: undefined,
  }
}
