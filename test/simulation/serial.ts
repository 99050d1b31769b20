import type { Act } from '../oracle/acts.ts'
import { breaksOfTime, isFollowed, isHeldAgain } from './consequences.ts'
import { hasPlaced, isClaimedAfter, isReturned, linksOf } from './link-movements.ts'
import { actOf, isMovementOf, KINDS, nameOf } from './writes-of-movements.ts'
import { breaksOf, type Movement } from './movements.ts'
import { isOpen, successOf, wasRefused, windowOf } from './record.ts'
import type { Attempt, CalmState, Reading, Window, Write } from './record.ts'
import { answerAfter, Replay } from './replay.ts'
import { keyOf } from '../worlds/http-acts.ts'
import { answerIn, comparable, shownByPages } from './comparable-answers.ts'
import { FIRST_DEPOSITS } from './script.ts'

/**
 * Checks strict serializability of one book. Its movements give the serial order: the model does
 * each write at its place in the book, and its responses must be those that clients got. The order
 * must agree with time: an act that ended before another began stands before it. Refusals and reads
 * move nothing: each must be right at some place between its beginning and its end.
 */
export class SerialOrder {
  readonly faults: string[] = []
  readonly replay = new Replay()
  readonly #calm: CalmState
  readonly #decided: (Window | undefined)[] = []
  /** The number of acts of the model up to each place. */
  readonly #marks: number[] = []
  readonly #applied = new Set<Write>()
  /** Movements of a bulk that follow the one that is looked at. */
  #rows: string[] = []

  constructor(calm: CalmState) {
    this.#calm = calm
    this.faults.push(...breaksOf(calm.movements.filter(({ account }) => account === 'funds')))
    for (const [at, movement] of calm.movements.entries()) {
      this.#cancelUnheld(at)
      this.#passLinks(at)
      this.#follow(movement)
      this.#marks.push(this.replay.done.length)
    }
    if (this.#rows.length > 0) this.#fail(`rows of a bulk are missing: ${this.#rows.join(', ')}`)
    this.#cancelUnheld(Infinity)
    this.#passLinks(Infinity)
    this.#marks.push(this.replay.done.length)
    this.faults.push(...breaksOfTime(calm.movements, this.#decided))
    this.#checkMade()
    for (const write of calm.writes) this.#checkRefusals(write)
    for (const reading of calm.readings) this.#checkReading(reading)
  }

  #fail(fault: string): void {
    this.faults.push(fault)
  }

  #failWrite({ request }: Write, fault: string): void {
    this.#fail(`${JSON.stringify(request)}: ${fault}`)
  }

  /** Does the act of a movement; the consequences of an act have movements of their own. */
  #follow(movement: Movement): void {
    const { kind, orderId, account, code } = movement
    const order = this.replay.order(orderId)
    let decided: Window | undefined
    if (kind in KINDS) decided = this.#moveByReference(movement)
    else if (kind === 'order_hold') {
      if (!order) decided = this.#place(movement)
      else if (order.held === 0n && !order.isFinal) this.#fail(`${nameOf(movement)}: not resumed`)
    } else if (kind === 'order_charge' && orderId) {
      if (order && !order.isFinal) this.replay.complete(orderId)
      if (order?.status !== 'COMPLETED') this.#fail(`${nameOf(movement)}: it is ${order?.status}`)
    } else if (kind === 'order_release' && orderId) {
      if (order && order.held > 0n && !isHeldAgain(this.#calm, movement))
        decided = this.#cancel(orderId)
    } else if (kind === 'case_refund') decided = this.#refund(movement)
    else if (kind === 'link_return') decided = this.#endLink(movement)
    else this.#fail(`${nameOf(movement)}: of no act`)
    this.#decided.push(decided)
    const isLast = this.#rows.length === 0 && !isFollowed(this.#calm, this.replay, movement)
    const modelAmount = this.replay.available(code, account)
    if (isLast && modelAmount !== movement.available) {
      const next = this.#calm.movements[this.#calm.movements.indexOf(movement) + 1]
      const orders = this.replay.partner.orders.map(({ status, held }, at) => {
        return `${this.replay.orderIds[at]} ${status} holds ${held}`
      })
      this.#fail(
        `${nameOf(movement)}: leaves ${movement.available} ${code}, the model ${modelAmount}; ` +
          `next is ${next ? nameOf(next) : 'nothing'}; ${orders.join(', ')}`,
      )
    }
  }

  #moveByReference(movement: Movement): Window | undefined {
    const { reference = '' } = movement
    if (this.#rows.length > 0) {
      if (this.#rows.shift() !== reference)
        this.#fail(`${nameOf(movement)}: amid the rows of a bulk`)
      return undefined
    }
    const first = FIRST_DEPOSITS.find(({ key }) => keyOf(key) === reference)
    if (first) {
      this.replay.take(first)
      return undefined
    }
    const write = this.#calm.writes.find((one) => isMovementOf(one, movement))
    if (!write || this.#applied.has(write)) {
      this.#fail(`${nameOf(movement)}: ${write ? 'made twice' : 'nobody asked for it'}`)
      return undefined
    }
    const { act } = write.request
    if (act.act === 'bulk') {
      const [firstRow, ...rows] = act.rows.map(({ key }) => keyOf(key))
      if (firstRow !== reference) this.#fail(`${nameOf(movement)}: not the first row`)
      this.#rows = rows
    }
    return this.#make(write, actOf(write))
  }

  #place(movement: Movement): Window | undefined {
    const { orderId = '' } = movement
    const write = this.#calm.writes.find((one) => hasPlaced(this.#calm, one, orderId))
    const act = write && this.#actOn(write)
    if (!write || (act?.act !== 'place' && act?.act !== 'claim' && act?.act !== 'spend')) {
      this.#fail(`${nameOf(movement)}: nobody asked for it`)
      return undefined
    }
    return this.#make(write, act, orderId)
  }

  #cancel(orderId: string): Window | undefined {
    const write = this.#calm.writes.find(
      ({ request }) => request.act.act === 'cancel' && request.orderId === orderId,
    )
    if (!write) {
      this.#fail(`${orderId}: cancelled by nobody`)
      return undefined
    }
    return this.#make(write, this.#actOn(write))
  }

  /** An order without a hold is cancelled without a movement, as early as possible. */
  #cancelUnheld(at: number): void {
    const { movements, orders, writes } = this.#calm
    for (const write of writes) {
      const { act, orderId = '' } = write.request
      if (act.act !== 'cancel' || this.#applied.has(write)) continue
      if (orders.get(orderId)?.status !== 'CANCELLED') continue
      const order = this.replay.order(orderId)
      if (order?.status !== 'ON_HOLD' || order.held > 0n) continue
      if (movements.slice(at).some((one) => one.orderId === orderId)) continue
      if (at < this.#boundsOf(windowOf(write)).least) continue
      this.#make(write, this.#actOn(write))
    }
  }

  /** Gives back the rest of a link, unless an act that the model has done implies it. */
  #endLink(movement: Movement): Window | undefined {
    if (isReturned(this.#calm, this.replay, movement)) return undefined
    const linkId = movement.reference
    const write = this.#calm.writes.find((one) => {
      const { act, link } = one.request
      return act.act === 'end link' && link?.linkId === linkId && successOf(one)
    })
    if (write) return this.#make(write, this.#actOn(write))
    const link = this.replay.linkIds.indexOf(linkId ?? '')
    const end = { act: 'end link', partner: 0, link, how: 'expire', isOld: false } as const
    if (this.replay.take(end)['is'] !== 'EXPIRED')
      this.#fail(`${nameOf(movement)}: ended by nobody`)
    return undefined
  }

  /** A claim-by date passes after the last claim, as early as possible. */
  #passLinks(at: number): void {
    for (const one of this.#calm.passed) {
      const link = this.replay.linkIds.indexOf(one.linkId)
      if (this.replay.link(one.linkId)?.claimBy === 0 || isClaimedAfter(this.#calm, one, at))
        continue
      if (link >= 0 && at >= this.#boundsOf(one).least) this.replay.take({ act: 'pass', link })
    }
  }

  #refund(movement: Movement): Window | undefined {
    const orderId = this.#calm.cases.get(movement.caseId ?? -1)
    const write = this.#calm.writes.find(
      ({ request }) => request.act.act === 'case' && request.orderId === orderId,
    )
    if (!write) {
      this.#fail(`${nameOf(movement)}: nobody asked for it`)
      return undefined
    }
    return this.#make(write, this.#actOn(write))
  }

  /** Does a write in the model. Its response must equal each response that clients got. */
  #make(write: Write, act: Act, orderId?: string): Window {
    this.#applied.add(write)
    const answer =
      (act.act === 'place' || act.act === 'claim' || act.act === 'spend') && orderId !== undefined
        ? this.replay.place(act, orderId)
        : this.replay.take(act)
    if (act.act === 'send') this.replay.linkIds.push(...linksOf(write))
    const successes = write.attempts.flatMap(({ reply }) =>
      reply && reply.status < 300 ? [reply] : [],
    )
    for (const reply of successes) {
      const got = comparable(answerIn(write.request, reply))
      if (got !== comparable(answer)) {
        this.#failWrite(write, `${got}, and ${comparable(answer)} is right`)
      }
    }
    const texts = new Set(successes.map(({ body }) => JSON.stringify(body, undated)))
    if (texts.size > 1) this.#failWrite(write, [...texts].join(', then '))
    if (wasRefused(write)) this.#failWrite(write, 'was refused, and was made')
    if (answer.status >= 300) {
      this.#failWrite(write, `was made, and ${comparable(answer)} is right`)
    }
    return windowOf(write)
  }

  #actOn(write: Write): Act {
    const act = actOf(write)
    const link = this.replay.linkIds.indexOf(write.request.link?.linkId ?? '')
    if (act.act === 'end link') return { ...act, link }
    // Any number that no order has.
    if (act.act === 'claim') return { ...act, link, key: 1_000_000 + 100 * link + act.key }
    if (act.act === 'spend') return { ...act, key: 2_000_000 + 100 * act.wallet + act.key }
    const at = this.replay.orderIds.indexOf(write.request.orderId ?? '')
    return act.act === 'cancel' || act.act === 'case' ? { ...act, at } : act
  }

  /** Each acknowledged write was made, and no outcome is unknown any more. */
  #checkMade(): void {
    for (const write of this.#calm.writes) {
      if (isOpen(write)) this.#failWrite(write, 'its outcome is unknown')
      const success = successOf(write)
      if (success === undefined || this.#applied.has(write)) continue
      // A bulk of refused rows moves nothing.
      if (write.request.act.act === 'bulk') this.#checkSomewhere(write, success)
      else {
        const got = JSON.stringify(success.reply?.body)
        this.#failWrite(write, `was answered ${got}, and was not made`)
      }
    }
  }

  #checkRefusals(write: Write): void {
    const isForm = ['claim', 'spend'].includes(write.request.act.act)
    const doneAt = isForm ? successOf(write)?.answeredAt : undefined
    for (const attempt of write.attempts) {
      if (!attempt.reply || attempt.reply.status < 300) continue
      if (doneAt === undefined || attempt.invokedAt < doneAt) this.#checkSomewhere(write, attempt)
      else this.#failWrite(write, 'was refused after its card was shown')
    }
  }

  #checkSomewhere(write: Write, { invokedAt, answeredAt, reply }: Attempt): void {
    if (!reply) return
    const got = comparable(answerIn(write.request, reply))
    const { least, most } = this.#boundsOf({ from: invokedAt, to: answeredAt })
    const right = new Set<string>()
    for (let place = least; place <= most; place += 1) {
      const done = this.replay.done.slice(0, this.#markAt(place))
      const answer = answerAfter(done, this.#actOn(write))
      right.add(comparable(shownByPages(write.request, answer)))
      if (right.has(got)) return
    }
    const expected = [...right].join(' or ')
    this.#failWrite(write, `${got}, and ${expected} is right`)
  }

  #checkReading({ funds, invokedAt, answeredAt }: Reading): void {
    const { least, most } = this.#boundsOf({ from: invokedAt, to: answeredAt })
    for (let place = least; place <= most; place += 1) {
      const model = new Replay(this.replay.done.slice(0, this.#markAt(place)))
      const has: Readonly<Record<string, number>> = model.funds()
      if (Object.entries(funds).every(([code, amount]) => has[code] === amount)) return
    }
    this.#fail(`a reading says ${JSON.stringify(funds)} at none of the places ${least} to ${most}`)
  }

  #markAt(place: number): number {
    return place === 0 ? SETTING_ACTS : (this.#marks[place - 1] ?? this.replay.done.length)
  }

  /** The places at which something may have been decided, as the number of movements before it. */
  #boundsOf({ from, to }: Window): { least: number; most: number } {
    const least = this.#decided.findLastIndex((one) => one !== undefined && one.to < from) + 1
    const later = this.#decided.findIndex((one) => one !== undefined && one.from > to)
    return { least, most: later === -1 ? this.#calm.movements.length + 1 : later }
  }
}

/** The history itself moves dates of links, which no client can: a repeated response shows it. */
function undated(name: string, value: unknown): unknown {
  return name === 'claimBy' ? undefined : value
}

const SETTING_ACTS = new Replay().done.length
