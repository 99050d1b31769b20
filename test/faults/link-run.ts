import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { Random } from './chaos-random.ts'
import { expectLedgerBalanced } from './endpoint.ts'
import type { FailingServer } from './failing-server.ts'
import type { Outage } from './link-outages.ts'
import { type LinkClient, LinkHistory, type LinkProducts } from './link-history.ts'
import { FUNDS, TwoServices, type Service } from './two-services.ts'

const SETTINGS = {
  TESSERA_CLAIM_PORT: '0',
  TESSERA_CLAIM_URL: 'https://gifts.example.com',
}
const SLOW_MS = 300
const AGAIN_MS = 100
/** More codes than the histories of one outage take. */
const CODES = 2_000

/** Histories of links on two services and a database that end in the middle of them. */
export class LinkRun implements LinkClient {
  readonly #server: FailingServer
  readonly #services: TwoServices
  readonly #random: Random
  readonly #codes = new Set<string>()
  #products: LinkProducts | undefined
  #stocked = 0
  #histories = 0
  #outages = 0
  #interrupted = 0
  #cards = 0
  #spent = 0
  #requests = 0
  #watch: { readonly at: number; readonly resolve: () => void } | undefined

  private constructor(server: FailingServer, services: TwoServices, seed: number) {
    this.#server = server
    this.#services = services
    this.#random = new Random(seed)
  }

  static async start(server: FailingServer, seed: number): Promise<LinkRun> {
    const services = await TwoServices.start(server.url, SETTINGS)
    const run = new LinkRun(server, services, seed)
    run.#products = await run.#makeProducts()
    return run
  }

  /** A summary of the run, in one line. */
  get figures(): string {
    const { kills } = this.#services
    const interrupted = `${this.#interrupted} requests without a response`
    return (
      `${this.#histories} histories, ${this.#codes.size} cards, ${this.#outages} outages, ` +
      `${kills} services killed, ${interrupted}`
    )
  }

  /** Plays histories at once, and lets something end in the middle of them. */
  async play(count: number, outage: Outage): Promise<void> {
    await this.#stockUp()
    const fail = await outage.prepare({ server: this.#server, services: this.#services })
    const from = this.#requests
    // A history has about ten requests. Each outage comes at another place of them.
    const middle = this.#untilRequests(from + this.#random.between(count, 7 * count))
    const histories = Array.from({ length: count }, () =>
      LinkHistory.play(this, this.#products ?? expect.unreachable(), this.#nextRandom()),
    )
    const all = Promise.all(histories)
    await Promise.race([middle, all])
    await fail()
    const played = await all
    this.#outages += 1
    this.#histories += count
    this.#spent += played.reduce((sum, { spent }) => sum + spent, 0)
    await this.#account(played)
  }

  async untilAnswered<T>(send: (service: Service) => Promise<T | undefined>): Promise<T> {
    const place = this.#requests
    const reply = await eventually(async () => {
      const { all } = this.#services
      const service = all[place % all.length] ?? expect.unreachable()
      // What no outage explains is thrown below, because `eventually` would try again.
      const outcome = await send(service).then(
        (answer) => answer !== undefined && (() => answer),
        (error: unknown) => !isLost(error) && (() => Promise.reject(error)),
      )
      if (outcome) return outcome
      this.#interrupted += 1
      throw new Error('no response')
    }, AGAIN_MS)
    this.#requests += 1
    if (this.#watch && this.#requests >= this.#watch.at) this.#watch.resolve()
    return reply()
  }

  /** An outage may end this in vain: it is tried again. */
  async passTime(): Promise<void> {
    const db = this.#server.connect()
    const due = `
      update fulfillments set due_at = now()
      where waits_for = 'supplier' and lease_owner is null and due_at > now()`
    await db.pool.query(due).catch(() => undefined)
    await db.close()
  }

  async end(): Promise<void> {
    await this.#services.end()
  }

  /** Expects the codes to be new, and the funds and books to be right. */
  async #account(played: readonly LinkHistory[]): Promise<void> {
    const codes = (await Promise.all(played.map((one) => one.codes()))).flat()
    for (const code of codes) this.#codes.add(code)
    this.#cards += codes.length
    expect(this.#codes.size).toBe(this.#cards)
    const { partner, endpoint } = this.#services
    const { fundsList } = (await partner.get('/v2/accounts/balances')).body
    expect(fundsList).toEqual([{ currency: 'EUR', funds: FUNDS - this.#spent }])
    await expectLedgerBalanced(endpoint)
  }

  #nextRandom(): Random {
    return new Random(this.#random.below(2 ** 31))
  }

  #untilRequests(at: number): Promise<void> {
    return new Promise((resolve) => {
      this.#watch = { at, resolve }
    })
  }

  async #makeProducts(): Promise<LinkProducts> {
    const bought = await this.#product('sandbox')
    const slow = await this.#product('sandbox', { outcome: 'slow', delayMs: SLOW_MS })
    const lost = await this.#product('sandbox', { outcome: 'unknown' })
    const generated = await this.#product('generator')
    this.#stocked = await this.#product('vault')
    const unfunded = await this.#product('sandbox', { outcome: 'unfunded', account: 'empty' })
    return { delivered: [generated, this.#stocked, bought, slow, lost], unfunded }
  }

  async #product(supplier: string, supplierSettings: object = {}): Promise<number> {
    const sold = { brand: supplier, currency: 'EUR', denominationType: 'FIXED' }
    const body = { ...sold, fixedAmounts: [10, 20], supplier, supplierSettings }
    const { endpoint } = this.#services
    return dataOf(await endpoint.operate('POST', '/admin/v1/products', body)).productId
  }

  async #stockUp(): Promise<void> {
    const lines = Array.from({ length: CODES }, (_, at) => `${at % 2 ? 10 : 20},${randomUUID()}`)
    const csv = ['faceValue,giftCardNumber', ...lines, ''].join('\n')
    const { endpoint } = this.#services
    dataOf(await endpoint.operate('POST', `/admin/v1/products/${this.#stocked}/codes`, csv))
  }
}

/** True if a request got no response because its service, or a connection, ended. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { cause = error } = error
  return cause instanceof Error && ('code' in cause || cause.message === 'aborted')
}
