import { signedClient, type Json } from '../support/client.ts'
import { AMOUNTS } from '../worlds/catalog.ts'
import { Random } from '../faults/chaos-random.ts'
import { cardOf, claimFormOf } from './link-requests.ts'
import type { Member } from './member.ts'
import { isOpen, mayBeMade, Records, type Attempt, type SentLink, type Write } from './record.ts'
import { sendWrite, withOtherBody, type WriteRequest } from './requests.ts'
import { CARDS, type ClientStep, type DrawnAct, type Step } from './script.ts'
import type { Scene } from './scene.ts'
import { follow } from './event-faults.ts'
import { Troubles } from './troubles.ts'
import { spendFormOf } from './wallet-requests.ts'

const STEPS_AT_ONCE = 5
/** The time after which a client gives up on a response, and sends again. */
const PATIENCE_MS = 1_200
const ATTEMPTS_MAX = 3
/** When all is calm, a busy machine may take longer: more requests would keep it busy. */
const CALM_PATIENCE_MS = 20_000
const CALM_ATTEMPTS_MAX = 5
const STATUSES_OF_OUTAGES = [503, 429, 408]
/** A debit above the balance is a refusal with this status. */
const SYSTEM_ERROR = 'SYSTEM_ERROR'
let codes = 0

/** Plays the steps of a history, several at a time, in the order in which they begin. */
export class History {
  readonly records = new Records()
  readonly #scene: Scene
  readonly #troubles: Troubles
  readonly #sent: Promise<unknown>[] = []
  #patienceMs = PATIENCE_MS

  constructor(scene: Scene) {
    this.#scene = scene
    this.#troubles = new Troubles(scene)
  }

  async run(steps: readonly Step[]): Promise<void> {
    let next = 0
    const runSteps = async (): Promise<void> => {
      for (let at = next; at < steps.length; at = next) {
        next += 1
        const step = steps[at]
        await this.#troubles.pass(at)
        if (!step) return
        if ('fault' in step) await this.#troubles.strike(step, at)
        else await this.#act(step)
      }
    }
    await Promise.all(Array.from({ length: STEPS_AT_ONCE }, runSteps))
    await this.#troubles.end()
  }

  /** Repeats writes with an unknown outcome until it is known. Only for times without faults. */
  async settle(): Promise<void> {
    this.#patienceMs = CALM_PATIENCE_MS
    // A late request may still be done.
    await Promise.allSettled(this.#sent)
    const unsure = this.records.writes.filter(mayBeMade)
    const repeatNext = async (): Promise<void> => {
      for (let write = unsure.shift(); write; write = unsure.shift()) await this.#repeat(write)
    }
    await Promise.all(Array.from({ length: STEPS_AT_ONCE }, repeatNext))
    const { cluster } = this.#scene
    await Promise.all(this.records.passed.map((date) => cluster.passDate(date)))
  }

  async #repeat(write: Write, member = this.#anyMember(new Random(0))): Promise<void> {
    for (let more = 0; more < CALM_ATTEMPTS_MAX && (more === 0 || isOpen(write)); more += 1) {
      await this.#send([write], write.request, member)
    }
    if (isOpen(write)) throw new Error(`${JSON.stringify(write.request)}: no answer in calm`)
  }

  /**
   * Sends a write when all is calm, until it has a response: a process that has just come back may
   * still be overloaded.
   */
  async write(request: WriteRequest, member?: Member): Promise<void> {
    const write = { request, attempts: [] }
    this.records.writes.push(write)
    await this.#repeat(write, member)
  }

  async #act({ act, times, draw }: ClientStep): Promise<void> {
    const random = new Random(draw)
    if (act.act === 'read') return this.#read(act.partner, random)
    if (act.act === 'follow') return this.#follow(act.partner, random)
    if (act.act === 'restock') return this.restock(act, random)
    const write =
      act.act === 'claim' || act.act === 'end link'
        ? await this.#linkWrite(act, random)
        : act.act === 'spend'
          ? await this.#spend(act, random)
          : this.#writeOf(act, random)
    if (!write) return
    // Each row of a bulk is a write of its own, unless the bulk is atomic.
    const own = write.request.act
    const writes =
      own.act === 'bulk' && !own.isAtomic
        ? own.rows.map((row) => ({ request: { act: row }, attempts: [] }))
        : [write]
    const { writes: earlier } = this.records
    earlier.push(...writes.filter((one) => !earlier.includes(one)))
    const send = (): Promise<void> => this.#send(writes, write.request, this.#anyMember(random))
    await Promise.all(Array.from({ length: times }, send))
    for (let more = 1; more < ATTEMPTS_MAX && writes.some(isOpen); more += 1) await send()
  }

  #writeOf(
    act: Exclude<DrawnAct, { act: 'read' | 'follow' | 'restock' | 'claim' | 'end link' | 'spend' }>,
    random: Random,
  ): Write | undefined {
    if (act.act === 'again') return this.#again(act.other, random)
    if (act.act !== 'cancel' && act.act !== 'case') return { request: { act }, attempts: [] }
    const orders = this.records.ordersOf(act.partner)
    if (orders.length === 0) return undefined
    const orderId = random.pick(random.chance(70) ? orders.slice(-3) : orders)
    const place = { at: -1, partner: act.partner }
    const request: WriteRequest =
      act.act === 'cancel'
        ? { act: { act: 'cancel', ...place }, orderId }
        : { act: { act: 'case', ...place, item: 1, ...REFUND }, orderId }
    const earlier = this.records.writes.find(
      (one) => one.request.orderId === orderId && one.request.act.act === act.act,
    )
    return earlier ?? { request, attempts: [] }
  }

  /** Returns the write of a person who takes the card of a link, or of somebody who ends it. */
  async #linkWrite(
    drawn: Extract<DrawnAct, { act: 'claim' | 'end link' }>,
    random: Random,
  ): Promise<Write | undefined> {
    const { partner } = drawn
    const own = this.records.links.filter((one) => one.partner === partner)
    if (own.length === 0) return undefined
    const link = random.pick(random.chance(60) ? own.slice(-3) : own)
    const onLink = { partner, link: -1, isOld: false }
    if (drawn.act === 'end link') {
      const { act, how } = drawn
      return how === 'pass'
        ? this.#pass(link)
        : this.#findWrite({ act: { act, how, ...onLink }, link })
    }
    const { pages } = this.#anyMember(random)
    const form = await this.#inTime(claimFormOf(pages, link, this.#scene.productIds))
    if (!form) return undefined
    const { product, face: amount } = cardOf(link.amount)
    const key = Number(form['claim'])
    return this.#findWrite({ act: { act: 'claim', ...onLink, product, amount, key }, link, form })
  }

  /** Returns the write of a wallet's owner who buys a card. */
  async #spend(
    { act, partner, wallet }: Extract<DrawnAct, { act: 'spend' }>,
    random: Random,
  ): Promise<Write | undefined> {
    const { seller, productIds } = this.#scene.sendingOf(partner)
    const { pages } = this.#anyMember(random)
    const form = await this.#inTime(spendFormOf(pages, seller, { wallet, productIds }))
    const { product, face: amount } = CARDS[wallet] ?? CARDS[0]
    if (!form) return undefined
    const fields = { partner, wallet, product, amount, key: Number(form['claim']), most: 1_000_000 }
    return this.#findWrite({
      act: { act, ...fields },
      walletId: seller.walletIds[wallet] ?? '',
      form,
    })
  }

  #findWrite(request: WriteRequest): Write {
    const text = JSON.stringify(request)
    const same = this.records.writes.find((one) => JSON.stringify(one.request) === text)
    return same ?? { request, attempts: [] }
  }

  /** Makes the claim-by date of a link pass, because no link can be sent with a near date. */
  async #pass({ linkId }: SentLink): Promise<undefined> {
    if (this.records.passed.some((one) => one.linkId === linkId)) return
    const date = { linkId, from: performance.now(), to: Infinity }
    this.records.passed.push(date)
    // Waits while commits do. What is not done by then is repeated in the end.
    await this.#inTime(this.#scene.cluster.passDate(date))
  }

  /** Returns an earlier write; if `isOther`, with another body under its key. */
  #again(isOther: boolean, random: Random): Write | undefined {
    const keyed = this.records.writes.filter(({ request }) => 'key' in request.act)
    const earlier = keyed.length > 0 ? random.pick(keyed) : undefined
    if (!earlier || !isOther) return earlier
    return this.#findWrite(withOtherBody(earlier.request))
  }

  async #send(writes: readonly Write[], request: WriteRequest, member: Member): Promise<void> {
    const { partner } = request.act
    const invokedAt = performance.now()
    const attempts = writes.map((write) => {
      const attempt: Attempt = { invokedAt, answeredAt: Infinity, reply: undefined }
      write.attempts.push(attempt)
      return attempt
    })
    const sending = this.#scene.sendingOf(partner)
    const reply = await this.#inTime(sendWrite(member, sending, request))
    if (!reply || STATUSES_OF_OUTAGES.includes(reply.status)) return
    if (reply.status === 500 && reply.body?.error?.code !== SYSTEM_ERROR) {
      this.records.wrong.push(`${JSON.stringify(request)}: ${reply.text}`)
    }
    const rows =
      request.act.act === 'bulk' && !request.act.isAtomic ? reply.body?.data?.results : []
    for (const [at, attempt] of attempts.entries()) {
      attempt.answeredAt = performance.now()
      attempt.reply = rows?.[at] ?? reply
    }
    if (request.act.act === 'place' && reply.status === 201) {
      this.records.addOrder(reply.body.data.id, partner)
    }
    if (request.act.act === 'send' && reply.status === 201) {
      const { amounts } = request.act
      const sent: Json[] = reply.body.data.links
      this.records.addLinks(
        sent.map(({ linkId, url }, at) => {
          return { partner, linkId, path: new URL(url).pathname, amount: amounts[at] ?? 0 }
        }),
      )
    }
  }

  async #read(partner: number, random: Random): Promise<void> {
    const { http } = this.#anyMember(random).endpoint
    const invokedAt = performance.now()
    const { seller } = this.#scene.sendingOf(partner)
    const client = signedClient(http, seller.credentials)
    const reply = await this.#inTime(client.get('/v2/accounts/balances'))
    if (reply?.status !== 200) return
    const funds = Object.fromEntries(
      reply.body.fundsList.map(({ currency, funds: amount }: Record<string, unknown>) => [
        currency,
        amount,
      ]),
    )
    this.records.readings.push({ partner, funds, invokedAt, answeredAt: performance.now() })
  }

  /** A reader continues from its position. It requests one page at a time, of any process. */
  async #follow(partner: number, random: Random): Promise<void> {
    const reader = this.records.followedBy(partner)
    const { after } = reader
    const { http } = this.#anyMember(random).endpoint
    const client = signedClient(http, this.#scene.sendingOf(partner).seller.credentials)
    const page = { after, events: [] }
    await this.#inTime(follow(client, page))
    // Another step may have read the same meanwhile.
    if (page.after === undefined || reader.after !== after) return
    reader.events.push(...page.events)
    reader.after = page.after
  }

  /** Imports new codes; sales show whether they arrived. */
  async restock({ amount, count }: { amount: number; count: number }, random: Random) {
    const face = AMOUNTS[amount]
    const numbers = Array.from({ length: count }, () => `SIM-${(codes += 1)}`)
    const csv = `faceValue,giftCardNumber\n${numbers.map((one) => `${face},${one}\n`).join('')}`
    const target = `/admin/v1/products/${this.#scene.productIds[0]}/codes`
    await this.#inTime(this.#anyMember(random).endpoint.operate('POST', target, csv))
  }

  /** Returns the response; undefined if the connection breaks or the client gives up. */
  async #inTime<Answer>(sent: Promise<Answer>): Promise<Answer | undefined> {
    const answer = sent.catch(() => undefined)
    this.#sent.push(answer)
    const { time } = this.#scene.cluster
    const response = await time.atMost(this.#patienceMs, answer)
    time.touch()
    return response
  }

  /** Returns any process, mostly one that serves. */
  #anyMember(random: Random): Member {
    const { members } = this.#scene.cluster
    const serving = members.filter(({ isServing }) => isServing)
    const all = serving.length > 0 && random.chance(85) ? serving : members
    return random.pick(all)
  }
}

const REFUND = { kind: 'refund', part: false, isRequest: false, reason: 0 } as const
