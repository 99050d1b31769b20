import type { Reply } from '../support/client.ts'
import type { Fleet } from './chaos-fleet.ts'
import { Random } from './chaos-random.ts'
import {
  anyRoutes,
  CURRENCIES,
  isStocked,
  supplyOf,
  type ChaosFixture,
  type Route,
  type SoldProduct,
} from './chaos-fixture.ts'
import { newImport, newMovement, newOrder, newTransaction, Write } from './chaos-writes.ts'

/** The weight of each act among all. */
const ACTS = {
  order: 30,
  deposit: 8,
  reversal: 6,
  import: 10,
  transaction: 12,
  cancel: 9,
  retry: 4,
  resell: 12,
  killSessions: 6,
  cut: 3,
  mend: 4,
  stop: 2,
  abandon: 3,
  start: 5,
} as const

type Act = keyof typeof ACTS

const NAMES = Object.keys(ACTS) as Act[]
const DRAWN_FROM = NAMES.flatMap((name) => Array<Act>(ACTS[name]).fill(name))
const LANES = 8
const TWINS_PERCENT = 10
const REPEATED_PERCENT = 50

/** A history of acts that a seed determines, except for their timing. */
export class History {
  readonly writes: Write[] = []
  /** Ids of orders whose cancellation got a response. */
  readonly cancelled = new Set<string>()
  /** Responses that the operator must not get. */
  readonly wrong: string[] = []
  readonly #fleet: Fleet
  readonly #fixture: ChaosFixture
  readonly #random: Random

  constructor(fleet: Fleet, fixture: ChaosFixture, seed: number) {
    this.#fleet = fleet
    this.#fixture = fixture
    this.#random = new Random(seed)
  }

  /**
   * Does this many acts in several lanes. Each lane begins an act after the response to its last
   * one.
   */
  async run(acts: number): Promise<void> {
    let left = acts
    const runLane = async (): Promise<void> => {
      while (left > 0) {
        left -= 1
        // Each act has its own random numbers, so it depends on its number, not on other lanes.
        await this.#run(this.#random.pick(DRAWN_FROM), new Random(this.#random.below(2 ** 32)))
      }
      // Otherwise the other lanes wait forever for services that wait for their database.
      this.#fleet.mendAll()
    }
    await Promise.all(Array.from({ length: LANES }, runLane))
  }

  /** Sends a new write, or one whose outcome is unknown. Only for times without faults. */
  async settle(write: Write): Promise<void> {
    if (!this.writes.includes(write)) this.writes.push(write)
    await write.attempt(this.#fleet.any(this.#random))
  }

  orderIds(): string[] {
    return this.writes.flatMap(({ sent, answer }) =>
      sent.kind === 'order' && answer !== undefined ? [JSON.parse(answer).data.id] : [],
    )
  }

  async retry(id: string): Promise<void> {
    const target = `/admin/v1/orders/${id}/retry`
    await this.#operate('POST', { target, body: { reason: 'all is calm' } }, this.#random)
  }

  /** Gives a product other suppliers. */
  async resell(
    { productId }: Pick<SoldProduct, 'productId'>,
    routes: readonly Route[],
    random = this.#random,
  ): Promise<void> {
    const target = `/admin/v1/products/${productId}`
    await this.#operate('PATCH', { target, body: supplyOf(routes) }, random)
  }

  #run(act: Act, random: Random): Promise<void> | void {
    const { sellers, products } = this.#fixture
    const currency = random.pick(CURRENCIES)
    switch (act) {
      case 'order':
        return this.#write(newOrder(this.#fixture, random), random)
      case 'deposit':
      case 'reversal': {
        const movement = { currency, amount: random.between(100, 4_000) }
        return this.#write(newMovement(act, random.pick(sellers), movement), random)
      }
      case 'import': {
        const codes = { face: random.pick([10, 20]), quantity: random.between(1, 150) }
        const stocked = products.filter(isStocked)
        const product = random.pick(random.chance(60) ? stocked : products)
        return this.#write(newImport(product, codes), random)
      }
      case 'transaction':
        return this.#write(newTransaction(this.#fixture, random), random)
      case 'cancel':
      case 'retry':
        return this.#actOnOrder(act, random)
      case 'resell':
        return this.#resellAny(random)
      case 'killSessions':
        return this.#fleet.killSessions(random)
      case 'cut':
        return this.#fleet.cut(random)
      case 'mend':
        return this.#fleet.mend()
      case 'stop':
      case 'abandon':
        return this.#fleet.end(random, { isAbandoned: act === 'abandon' })
      case 'start':
        return this.#fleet.start()
    }
  }

  /**
   * Two equal requests race on two services. A write whose outcome is unknown is repeated now, or
   * after the faults.
   */
  async #write(write: Write, random: Random): Promise<void> {
    this.writes.push(write)
    const times = random.chance(TWINS_PERCENT) ? 2 : 1
    const sent = Array.from({ length: times }, () => write.attempt(this.#fleet.any(random)))
    await Promise.all(sent)
    if (write.isOpen && random.chance(REPEATED_PERCENT)) {
      await write.attempt(this.#fleet.any(random))
    }
  }

  async #actOnOrder(act: 'cancel' | 'retry', random: Random): Promise<void> {
    const ids = this.orderIds()
    if (ids.length === 0) return
    // Usually a late order, which is likely to be open.
    const id = random.pick(random.chance(70) ? ids.slice(-10) : ids)
    const body = { reason: 'asked for' }
    const target = `/admin/v1/orders/${id}/${act}`
    const reply = await this.#operate('POST', { target, body }, random)
    if (act === 'cancel' && reply?.status === 200) this.cancelled.add(id)
  }

  #resellAny(random: Random): Promise<void> {
    const product = random.pick(this.#fixture.products)
    return this.resell(product, anyRoutes(product, random), random)
  }

  async #operate(
    method: string,
    { target, body }: { target: string; body: object },
    random: Random,
  ): Promise<Reply | undefined> {
    const member = this.#fleet.any(random)
    const reply = await member.operate(method, target, body).catch(() => undefined)
    if (reply && reply.status >= 300 && ![409, 503].includes(reply.status)) {
      this.wrong.push(`${method} ${target}: ${reply.status} ${reply.text}`)
    }
    return reply
  }
}
