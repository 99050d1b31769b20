import { randomUUID } from 'node:crypto'
import { MS_PER_SECOND, type Clock } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { compareCards, expireAuthorizations } from '../../src/issuer/mod.ts'
import type { Answer } from '../oracle/acts.ts'
import { OracleCards } from '../oracle/cards.ts'
import { wire } from '../oracle/facts.ts'
import { act as post, authorize, buyCodes, newShop, redeemable } from '../issuer/fixture.ts'
import type { OwnCode, Shop } from '../issuer/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import type { RunningService } from '../support/service.ts'
import { FACES, SHOPS, type CardAct, type DrawnCardAct } from './card-acts.ts'
import { permutations } from './permutations.ts'
import { compare, isSame } from './run-history.ts'

const UNKNOWN_CODE = 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ'
const MINUTE = 60
const HOUR = 60 * MINUTE

/** A clock that histories advance. */
export class MovedClock implements Clock {
  readonly #clock: Clock
  #moved = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  now(): number {
    return this.#clock.now() + this.#moved
  }

  monotonic(): number {
    return this.#clock.monotonic() + this.#moved
  }

  advance(seconds: number): void {
    this.#moved += seconds * MS_PER_SECOND
  }
}

/** A response, and its ids. */
interface CallReply {
  readonly answer: Answer
  readonly data: Json
}

interface Scene {
  readonly service: RunningService
  readonly clock: MovedClock
  readonly partnerId: number
  readonly shops: readonly Shop[]
  readonly cards: readonly OwnCode[]
}

/** A history of our own codes and of merchants over HTTP, compared with the oracle. */
export class CardHistory {
  readonly #scene: Scene
  readonly #done: CardAct[] = []
  #oracle = new OracleCards(FACES)
  /** By the place of an authorization: its id, and that of its capture. */
  #ids: ReadonlyMap<number, string> = new Map()
  readonly #captureIds = new Map<string, string>()

  private constructor(scene: Scene) {
    this.#scene = scene
  }

  static async begin(service: RunningService, clock: MovedClock): Promise<CardHistory> {
    // The limit of guesses forgets unknown codes of earlier histories.
    clock.advance(HOUR)
    const { productId } = await redeemable(service)
    const partner = await service.newPartner({ USD: '100' })
    const cards: OwnCode[] = []
    for (const face of FACES) {
      const amount = wire(BigInt(face), 'USD')
      cards.push(...(await buyCodes({ ...service, partner }, { productId, amount })))
    }
    const shops = await Promise.all(Array.from({ length: SHOPS }, () => newShop(service)))
    const { partnerId } = partner
    return new CardHistory({ service, clock, partnerId, shops, cards })
  }

  /**
   * Does acts at once. Some order of the acts must explain all responses and the balances of cards.
   */
  async take(step: readonly DrawnCardAct[]): Promise<void> {
    const acts = step.flatMap((act) => this.#pinned(act) ?? [])
    if (acts.length === 0) return
    this.#pass(MINUTE)
    const replies = await Promise.all(acts.map((act) => this.#send(act)))
    const actual = { answers: replies.map(({ answer }) => answer), cards: await this.#view() }
    const ends = permutations(acts.map((_, at) => at)).map((order) => this.#end(acts, order))
    const agreed = ends.flatMap((end) => {
      const ids = isSame(actual, end.expected) ? this.#namedIds(end.on, replies) : undefined
      return ids ? [{ ...end, ids }] : []
    })[0]
    const place = `after ${JSON.stringify(this.#done)}: ${JSON.stringify(acts)}`
    if (!agreed) {
      compare(place, actual, ends[0]?.expected)
      throw new Error(`${place}: a response has the id of another authorization`)
    }
    this.#oracle = agreed.oracle
    this.#ids = agreed.ids
    this.#done.push(...agreed.order.flatMap((at) => acts[at] ?? []))
    for (const { data } of replies) {
      if (data?.captureId !== undefined) this.#captureIds.set(data.authorizationId, data.captureId)
    }
  }

  /** Lets time pass, in which the service forgets a guess of an unknown code. */
  #pass(seconds: number): void {
    this.#scene.clock.advance(seconds)
    this.#done.push({ act: 'time', seconds })
  }

  /** The expected results if the acts were decided in an order. */
  #end(acts: readonly CardAct[], order: readonly number[]) {
    const oracle = new OracleCards(FACES)
    for (const one of this.#done) oracle.take(one)
    const answers: Answer[] = []
    const on: (number | undefined)[] = []
    for (const at of order) {
      const act = acts[at]
      if (!act) continue
      const { on: place, ...answer } = oracle.take(act)
      answers[at] = answer
      on[at] = place as number | undefined
    }
    return { order, oracle, on, expected: { answers, cards: oracle.view() } }
  }

  /** The ids of authorizations by their places; undefined if two of them differ. */
  #namedIds(on: readonly (number | undefined)[], replies: readonly CallReply[]) {
    const ids = new Map(this.#ids)
    for (const [at, place] of on.entries()) {
      const id = replies[at]?.data?.authorizationId
      if (place === undefined) continue
      if ((ids.get(place) ?? id) !== id) return undefined
      ids.set(place, id)
    }
    return ids
  }

  #pinned(act: DrawnCardAct): CardAct | undefined {
    const called = this.#done.flatMap((one) => ('key' in one ? [one] : []))
    if (act.act === 'reverse last') {
      const one = called.at(-1 - act.at)
      return one && { act: 'reverse', shop: one.shop, key: one.key }
    }
    if (act.act === 'again') {
      const one = called[act.at % called.length]
      if (!one || !('amount' in one) || one.act === 'void' || !act.isOther) return one
      return { ...one, amount: (one.amount ?? 0) + 1 }
    }
    if (!('of' in act)) return act
    const { length } = this.#oracle.authorizations
    return length === 0 ? undefined : { ...act, of: (act.of + length) % length }
  }

  async #send(act: CardAct): Promise<CallReply> {
    const { clock, service } = this.#scene
    if (act.act === 'time') clock.advance(act.seconds)
    if (act.act === 'sweep') await expireAuthorizations({ db: service.db, clock })
    if (act.act === 'time' || act.act === 'sweep') return { answer: { status: 200 }, data: {} }
    const reply = await this.#call(act)
    return { answer: answerOf(act, reply), data: reply.body.data ?? {} }
  }

  #call(act: Exclude<CardAct, { act: 'time' | 'sweep' }>): Promise<Reply> {
    const { service, cards } = this.#scene
    if (act.act === 'close') {
      const body = { itemNo: 1, kind: act.how, reason: 'test' }
      return service.admin.post(`/admin/v1/orders/${cards[act.card]?.orderId}/cases`, body)
    }
    const shop = this.#scene.shops[act.shop]
    if (!shop) throw new Error(`no shop ${act.shop}`)
    const call = { reference: `call ${act.key}` }
    if (act.act === 'reverse') return post(shop, 'reversals', call)
    const { amount: minor } = act
    const amount = minor === undefined ? {} : { amount: wire(BigInt(minor), 'USD') }
    if (act.act === 'authorize') {
      const currency = act.isOtherCurrency ? 'EUR' : 'USD'
      const input = { ...call, ...amount, currency, allowPartial: act.isPartial }
      return authorize(shop, asTyped(cards[act.card]?.code ?? UNKNOWN_CODE), input)
    }
    const id = this.#ids.get(act.of) ?? ''
    if (act.act === 'refund') {
      const captureId = this.#captureIds.get(id) ?? randomUUID()
      return post(shop, `captures/${captureId}/refund`, { amount: 0.01, ...amount, ...call })
    }
    const body = act.act === 'void' ? call : { ...call, ...amount }
    return post(shop, `authorizations/${id}/${act.act}`, body)
  }

  async #view() {
    const { service, partnerId } = this.#scene
    const rows = await service.db.rows<Record<'balance' | 'authorized' | 'spent', bigint>>(sql`
      select balance_minor as balance, authorized_minor as authorized,
        captured_minor - refunded_minor as spent
      from cards where partner_id = ${partnerId} order by order_no`)
    return rows.map(({ balance, authorized, spent }) => {
      return { balance: Number(balance), authorized: Number(authorized), spent: Number(spent) }
    })
  }

  /** Verifies the issuer's book; returns the differences. */
  async differences(): Promise<unknown[]> {
    const differences: unknown[] = []
    for await (const one of compareCards(this.#scene.service.db)) differences.push(one)
    return differences
  }
}

/** Returns a reply in the terms of the oracle. */
function answerOf({ act }: CardAct, { status, body }: Reply): Answer {
  const { data, error } = body
  if (status >= 300) {
    const fields = (error.details ?? []).map(({ field }: Json) => field)
    return fields.length > 0 && status !== 402 ? { status, fields } : { status }
  }
  if (act === 'reverse') return { status, outcome: data.outcome }
  if (act === 'close') return { status, is: data.state }
  const [authorized, captured, refunded, balance] = [
    data.authorized,
    data.captured,
    data.refunded,
    data.balance,
  ].map((amount) => Math.round(100 * amount))
  return { status, is: data.status, authorized, captured, refunded, balance }
}

/** The code as a person types it. */
function asTyped(code: string): string {
  return ` ${code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `
}
