import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hiddenOf, isCard, returnForm, submit, visit, type Page } from '../links/link-fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import type { Random } from './chaos-random.ts'
import type { Service } from './two-services.ts'

/** Sends to services that may end at any time, until there is a response. */
export interface LinkClient {
  untilAnswered<T>(send: (service: Service) => Promise<T | undefined>): Promise<T>
  /** Makes whatever waits for a supplier due. */
  passTime(): Promise<void>
}

export interface LinkProducts {
  /** Products whose cards are delivered, sooner or later. */
  readonly delivered: readonly number[]
  /** A product whose cards its supplier does not sell, so that their orders are cancelled. */
  readonly unfunded: number
}

const FACES = [10, 20]
const AMOUNTS = [20, 30, 50]
const ACTS_MAX = 6
const AT_ONCE_PERCENT = 30
const LOOK_MS = 100
/** A link takes a form each second, after the first thirty. */
const TOO_MANY = 429
/** The service is overloaded, or its database is away. */
const OUTAGE = 503

type ActName = 'claim' | 'claim in vain' | 'return' | 'cancel' | 'replace'
/** Each as often as it stands here. */
const ACTS: readonly ActName[] = [
  ...Array.from({ length: 12 }, () => 'claim' as const),
  'claim in vain',
  'return',
  'cancel',
  'replace',
]

interface Choice {
  readonly productId: number
  readonly face: number
}

/**
 * The history of one link, in whole units of its currency. It knows what each response must be, and
 * what the link has at the end, without asking the service.
 */
export class LinkHistory {
  readonly #client: LinkClient
  readonly #products: LinkProducts
  readonly #random: Random
  readonly #amount: number
  /** The cards that its person has, by the paths of their pages. */
  readonly #cards = new Map<string, number>()
  /** What cards that were never delivered would have been worth. */
  readonly #missed: number[] = []
  #hasEnded = false
  #link: Json

  private constructor(client: LinkClient, products: LinkProducts, random: Random) {
    this.#client = client
    this.#products = products
    this.#random = random
    this.#amount = random.pick(AMOUNTS)
  }

  /** Sends a link, does some acts one after the other, and checks what is left. */
  static async play(
    client: LinkClient,
    products: LinkProducts,
    random: Random,
  ): Promise<LinkHistory> {
    const history = new LinkHistory(client, products, random)
    await history.#send()
    const acts = random.between(1, ACTS_MAX)
    for (let done = 0; done < acts; done += 1) await history.#act(random.pick(ACTS))
    await history.#expectAmounts()
    return history
  }

  /** What the partner's funds no longer have. */
  get spent(): number {
    return this.#hasEnded ? this.#claimed : this.#amount
  }

  /** Reads the codes of all cards, as their person does. */
  async codes(): Promise<string[]> {
    return Promise.all([...this.#cards.keys()].map((card) => this.#codeOf(card)))
  }

  get #claimed(): number {
    return [...this.#cards.values()].reduce((sum, face) => sum + face, 0)
  }

  get #left(): number {
    return this.#hasEnded ? 0 : this.#amount - this.#claimed
  }

  async #send(): Promise<void> {
    const body = {
      reference: randomUUID(),
      currency: 'EUR',
      amount: this.#amount,
      recipients: [{ name: 'Ada' }],
    }
    const headers = { 'idempotency-key': randomUUID() }
    const reply = await this.#answer(({ partner }) => partner.post('/v2/links', body, headers))
    const [link] = dataOf(reply).links
    this.#link = link
  }

  #act(act: ActName): Promise<void> {
    if (act === 'claim') return this.#claim()
    if (act === 'claim in vain') return this.#claimInVain()
    if (act === 'return') return this.#giveBack()
    return act === 'cancel' ? this.#cancel() : this.#replace()
  }

  /** Chooses a card, perhaps on two devices at once: only one of their choices is paid. */
  async #claim(): Promise<void> {
    const [first, second] = [this.#anyChoice(), this.#anyChoice()]
    const choices = this.#random.chance(AT_ONCE_PERCENT) ? [first, second] : [first]
    const forms = await Promise.all(choices.map((choice) => this.#formOf(choice)))
    const pages = await Promise.all(forms.map((form) => this.#choose(form)))
    const possible = choices.map(({ face }) => face).filter((face) => face <= this.#left)
    const cards = new Set(pages.filter(isCard).map(({ headers }) => headers.get('location') ?? ''))
    if (possible.length === 0) return expect([...cards]).toEqual([])
    expect([...cards]).toHaveLength(1)
    const { left } = await this.#now()
    const paid = this.#left - left
    expect(possible).toContain(paid)
    for (const card of cards) this.#cards.set(card.replace(/^.*(?=\/cards\/)/, ''), paid)
  }

  #anyChoice(): Choice {
    const productId = this.#random.pick(this.#products.delivered)
    return { productId, face: this.#random.pick(FACES) }
  }

  async #claimInVain(): Promise<void> {
    const [face = 0] = FACES
    const form = await this.#formOf({ productId: this.#products.unfunded, face })
    const isPaid = face <= this.#left
    expect(isCard(await this.#choose(form))).toBe(isPaid)
    if (!isPaid) return
    this.#missed.push(face)
    const orderId = await eventually(async () => {
      const held = (await this.#orders()).find(({ status }) => status === 'ON_HOLD')
      if (held) return held.orderId
      await this.#client.passTime()
      throw new Error('the order is not on hold')
    }, LOOK_MS)
    const path = `/admin/v1/orders/${orderId}/cancel`
    await this.#answer(({ endpoint }) => endpoint.operate('POST', path, { reason: 'not sold' }))
    await eventually(async () => expect(await this.#now()).toMatchObject({ left: this.#left }))
  }

  async #giveBack(): Promise<void> {
    const page = await this.#page('/return')
    const back = await this.#submit('/return', returnForm(page))
    if (this.#left > 0) expect(back.status).toBe(303)
    this.#end()
  }

  async #cancel(): Promise<void> {
    const path = `/v2/links/${this.#link.linkId}/cancel`
    const { status } = await this.#answer(({ partner }) => partner.post(path, { reason: 'left' }))
    if (this.#left > 0) expect(status).toBe(200)
    this.#end()
  }

  /** A link that has nothing left has ended as claimed, and stays so. */
  #end(): void {
    if (this.#left > 0) this.#hasEnded = true
  }

  async #replace(): Promise<void> {
    const path = `/v2/links/${this.#link.linkId}/replace`
    const reply = await this.#answer(({ partner }) => partner.post(path, {}))
    const isNew = this.#left > 0 && this.#cards.size + this.#missed.length === 0
    if (isNew) expect(reply.status).toBe(200)
    if (reply.status === 200) this.#link = dataOf(reply)
  }

  /** Expects that sent = claimed + returned + open, each as acknowledged. */
  async #expectAmounts(): Promise<void> {
    const [amount, claimed, left] = [this.#amount, this.#claimed, this.#left]
    const amounts = { amount, claimed, left, returned: amount - claimed - left }
    await eventually(async () => {
      const link = await this.#now()
      expect(link).toMatchObject(amounts)
      const orders: Json[] = link.orders
      const faces = (status: string) =>
        orders.filter((one) => one.status === status).map(({ faceValue }) => faceValue)
      const delivered = faces('COMPLETED').toSorted(ascending)
      expect(delivered).toEqual([...this.#cards.values()].toSorted(ascending))
      expect(faces('CANCELLED')).toEqual(this.#missed)
      expect(orders).toHaveLength(this.#cards.size + this.#missed.length)
    }, LOOK_MS)
  }

  async #formOf({ productId, face }: Choice): Promise<Record<string, string>> {
    const page = await this.#page(`/choose/${productId}`)
    return { ...hiddenOf(page), amount: String(face), agree: 'yes' }
  }

  #choose(form: Readonly<Record<string, string>>): Promise<Page> {
    return this.#submit('/claim', form)
  }

  async #codeOf(card: string): Promise<string> {
    const form = hiddenOf(await this.#page(card))
    const { html } = await this.#submit(card, form)
    const [, code = expect.unreachable()] = /id="code"[^>]*>([^<]+)</.exec(html) ?? []
    return code
  }

  #page(place: string): Promise<Page> {
    return this.#pageOf((address) => visit(`${address}${place}`))
  }

  #submit(place: string, form: Readonly<Record<string, string>>): Promise<Page> {
    return this.#pageOf((address) => submit(`${address}${place}`, form))
  }

  #pageOf(send: (address: string) => Promise<Page>): Promise<Page> {
    const { pathname } = new URL(this.#link.url)
    return this.#client.untilAnswered(async ({ process }) => {
      const page = await send(`${process.claimUrl}${pathname}`)
      return page.status === TOO_MANY || page.status === OUTAGE ? undefined : page
    })
  }

  #answer(send: (service: Service) => Promise<Reply>): Promise<Reply> {
    return this.#client.untilAnswered(async (service) => {
      const reply = await send(service)
      return reply.status === OUTAGE ? undefined : reply
    })
  }

  async #now(): Promise<Json> {
    const path = `/v2/links/${this.#link.linkId}`
    return dataOf(await this.#answer(({ partner }) => partner.get(path)))
  }

  async #orders(): Promise<Json[]> {
    return (await this.#now()).orders
  }
}

function ascending(one: number, other: number): number {
  return one - other
}
