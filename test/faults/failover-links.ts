import { randomUUID } from 'node:crypto'
import { hiddenOf, revealCode, submit, visit } from '../links/link-fixture.ts'
import { signedClient, type Json, type Reply } from '../support/client.ts'
import type { Random } from './chaos-random.ts'
import type { Sent } from './chaos-writes.ts'
import type { Endpoint } from './endpoint.ts'
import { CURRENCIES, FACES, type FailoverFixture } from './failover-fixture.ts'
import { KeyedWrite } from './failover-writes.ts'

/** Returns a request of a seller that creates links for two people. */
export function anyLinks({ sellers }: FailoverFixture, random: Random): Sent {
  const { credentials } = random.pick(sellers)
  const name = randomUUID()
  const [currency, amount] = [random.pick(CURRENCIES), random.between(20, 100)]
  const body = { reference: name, currency, amount, recipients: [{ name: 'Ann' }, {}] }
  const headers = { 'idempotency-key': randomUUID() }
  return {
    kind: 'links',
    name,
    currency,
    amount: 2 * amount,
    units: 0,
    send: ({ http }) => signedClient(http, credentials).post('/v2/links', body, headers),
  }
}

/** The status of a claim whose link has ended, or whose prices have changed since. */
const REFUSED = 400

interface Card {
  readonly productId: number
  readonly amount: number
}

/** A claim that takes one card of a link. */
export class Claim extends KeyedWrite {
  readonly card: Card

  constructor(links: KeyedWrite, place: number, card: Card) {
    const name = claimName(links, place)
    const { currency } = links.sent
    const send = sendClaim(links, place, card)
    super({ kind: 'claim', name, currency, amount: card.amount, units: 1, send }, [REFUSED])
    this.card = card
  }

  /** Reads the card on its page, as the item of an order. */
  async read({ pages = '' }: Endpoint): Promise<Json> {
    const { html } = await revealCode(`${pages}${this.answer}`)
    const [, giftCardNumber] = /id="code"[^>]*>([^<]+)</.exec(html) ?? []
    if (giftCardNumber === undefined) throw new Error(`no card: ${html}`)
    return { productId: this.card.productId, faceValue: this.card.amount, giftCardNumber }
  }
}

/** True if a partner placed an order itself, and so may read its codes. */
export function isOwnOrder({ clientReference }: Json): boolean {
  return !clientReference.startsWith('lnk_')
}

function claimName({ sent: { name } }: KeyedWrite, place: number): string {
  return `${name}-${place}`
}

/** Returns the claim of one of the links: the claim that was sent before, or a new one. */
export function anyClaim(
  { generated, stocked }: FailoverFixture,
  writes: readonly KeyedWrite[],
  random: Random,
): KeyedWrite | undefined {
  const acknowledged = answeredLinks(writes)
  if (acknowledged.length === 0) return undefined
  const [links, place] = [random.pick(acknowledged), 1 + random.below(2)]
  const card = { productId: random.pick([generated, stocked]), amount: random.pick(FACES) }
  const name = claimName(links, place)
  return writes.find(({ sent }) => sent.name === name) ?? new Claim(links, place, card)
}

function answeredLinks(writes: readonly KeyedWrite[]): KeyedWrite[] {
  return writes.filter(({ sent: { kind }, answer }) => kind === 'links' && answer !== undefined)
}

/** Sends the form of the first card of a link, until the link has another address. */
function sendClaim(links: KeyedWrite, place: number, { productId, amount }: Card): Sent['send'] {
  const forms = new Map<string, Record<string, string>>()
  return async ({ pages = '' }) => {
    if (links.answer === undefined) throw new Error('the link is lost')
    const { pathname } = new URL(JSON.parse(links.answer).data.links[place - 1].url)
    const page = await visit(`${pages}${pathname}/choose/${productId}`)
    const fields = hiddenOf(page)
    // Once the first card is claimed, the page has the form of the second one.
    if (fields['claim'] === '0') forms.set(pathname, fields)
    const form = forms.get(pathname)
    if (form === undefined) return replyOf(page.status)
    const filled = { ...form, amount: String(amount), agree: 'yes' }
    const { status, headers } = await submit(`${pages}${pathname}/claim`, filled)
    return replyOf(status, headers.get('location') ?? '')
  }
}

/** Returns a response of a page as one of the API. */
function replyOf(status: number, card = ''): Reply {
  const isBusy = status === 429
  const apiStatus = card.endsWith('/cards/1')
    ? 201
    : isBusy
      ? 503
      : status >= 500
        ? status
        : REFUSED
  return { status: apiStatus, headers: {}, body: undefined, text: card }
}

/**
 * Cancels one of the links, which gives its rest back. Each seller tries, because after a loss the
 * number may belong to a link of another seller.
 */
export async function cancelAnyLink(
  { sellers }: FailoverFixture,
  writes: readonly KeyedWrite[],
  { member, random }: { readonly member: Endpoint; readonly random: Random },
): Promise<(Reply | undefined)[]> {
  const acknowledged = answeredLinks(writes)
  if (acknowledged.length === 0) return []
  const { linkId } = JSON.parse(random.pick(acknowledged).answer ?? '').data.links[random.below(2)]
  return Promise.all(
    sellers.map(({ credentials }) =>
      signedClient(member.http, credentials)
        .post(`/v2/links/${linkId}/cancel`, { reason: 'left' })
        .catch(() => undefined),
    ),
  )
}
