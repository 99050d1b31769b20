import { minorUnits, storedCurrency, wireAmount } from '../../../src/core/mod.ts'
import { leftOf, statusOf, type Link } from '../../../src/links/link.ts'
import type { EndLink, LinkAct, SendLinks } from '../../../src/links/link-input.ts'
import type { LinkBatch } from '../../../src/links/link-batch-rows.ts'
import type { LinkState } from '../../../src/links/link-state.ts'
import { fingerprintOf } from '../../../src/orders/mod.ts'
import type { OrderInput, PlaceInput } from '../../../src/orders/order-input.ts'
import type { ActOf } from '../../oracle/acts.ts'
import type { Code } from '../../oracle/facts.ts'
import { TESTER } from '../../support/tester.ts'
import type { View } from '../../oracle/view.ts'
import { clientOf, HASHES } from './fast-consumers.ts'
import { itemsOf } from './items.ts'
import type { Shop } from './shop.ts'

export type LinkRequest =
  | ActOf<'send'>
  | ActOf<'end link'>
  | ActOf<'replace link'>
  | ActOf<'review link'>
  | ActOf<'release link'>

/** The links of a partner in memory: what `loadLinks` reads, and `saveLinks` writes. */
export class FastLinks {
  readonly #shop: Shop
  readonly #links = new Map<number, Link>()
  readonly #batches: LinkBatch[] = []
  readonly #events = new Map<string, string[]>()

  constructor(shop: Shop) {
    this.#shop = shop
  }

  /** Undefined for a group without links, as in the service. */
  load(inputs: readonly OrderInput[]): LinkState | undefined {
    const isSent = inputs.some(({ type }) => type === 'send links')
    if (this.#links.size === 0 && !isSent) return undefined
    return {
      options: { vault: HASHES },
      catalog: isSent ? this.#shop.snapshot() : undefined,
      checks: undefined,
      templates: new Map(),
      byNo: new Map([...this.#links].map(([no, link]) => [no, { ...link }])),
      batches: [...this.#batches],
      newBatches: [],
      erasures: new Map(),
      writtenParts: [],
      changed: new Set(),
      readdressed: new Set(),
      sealed: [],
      signers: new Map(),
      oldTokens: [],
      hasCounts: false,
      failedClaims: [],
      returns: [],
      messages: [],
      events: [],
      audits: [],
    }
  }

  save(state: LinkState | undefined): void {
    if (!state) return
    this.#batches.push(...state.newBatches)
    for (const link of state.changed) this.#links.set(link.linkNo, link)
    for (const { subject, type } of state.events) {
      const events = this.#events.get(subject) ?? []
      this.#events.set(subject, [...events, type.replace('link.', '')])
    }
  }

  writeOf(request: Exclude<LinkRequest, ActOf<'send'>>): LinkAct {
    const { linkNo, generation } = this.#at(request.link)
    if (request.act === 'replace link') {
      const sameRecipient = {
        recipientSealed: undefined,
        emailBlind: undefined,
        phoneBlind: undefined,
      }
      return { act: 'replace', linkNo, ...sameRecipient }
    }
    if (request.act === 'release link') {
      return { act: 'release', linkNo, isTest: false, reason: 'test', actor: TESTER }
    }
    const bearer = (isOld: boolean) => bearerOf(generation, isOld)
    if (request.act === 'review link') {
      const untilMs = this.#shop.now() + request.seconds * 1_000
      return { act: 'review', linkNo, bearer: bearer(request.isOld), reason: 'NETWORK', untilMs }
    }
    const end: EndLink = { act: request.how, linkNo }
    if (request.how !== 'return') return end
    return { ...end, bearer: bearer(request.isOld) }
  }

  sendOf({ code, amounts, products, seconds, key, once, by }: ActOf<'send'>): SendLinks {
    const claimByMs = this.#shop.now() + seconds * 1_000
    return {
      clientId: clientOf(by),
      idempotencyKey: once === undefined ? undefined : `once ${once}`,
      fingerprint: fingerprintOf([key, code, amounts, products ?? null, seconds, by]),
      reference: `key ${key}`,
      currency: storedCurrency(code),
      products: products?.map((product) => product + 1),
      links: amounts.map((amount, at) => ({
        key: `${key}/${at}`,
        amountMinor: minorUnits(BigInt(amount)),
        locale: undefined,
        reference: undefined,
        metadata: undefined,
        delivery: 'NONE',
        secondFactor: 'NONE',
        reminders: false,
        recipientSealed: undefined,
        emailBlind: undefined,
        phoneBlind: undefined,
        tokenHash: HASHES.blindIndex('', `${key}/${at}`),
        claimByMs,
      })),
    }
  }

  /** Returns the order that a person places with a link. */
  orderOf({ link: at, product, amount, key, isOld }: ActOf<'claim'>): PlaceInput {
    const { linkNo, generation, currency } = this.#at(at)
    return {
      type: 'place',
      clientReference: `key ${key}`,
      idempotencyKey: undefined,
      fingerprint: fingerprintOf([at, product, amount, key]),
      currency,
      items: itemsOf([[product, amount, 1]]),
      claim: { linkNo, ...bearerOf(generation, isOld) },
    }
  }

  #at(at: number): Link {
    const link = [...this.#links.values()][at]
    if (!link) throw new Error(`no link ${at}`)
    return link
  }

  view(): View['links'] {
    return [...this.#links.values()].map((link) => {
      const { sentMinor, claimedMinor, returnedMinor, heldMinor, currency } = link
      const wireOf = (minor: bigint) => wireAmount(minorUnits(minor), currency)
      return {
        code: currency.code as Code,
        status: statusOf(link),
        sent: wireOf(sentMinor),
        claimed: wireOf(claimedMinor),
        returned: wireOf(returnedMinor),
        left: wireOf(leftOf(link)),
        held: wireOf(heldMinor),
        events: this.#events.get(`lnk_${link.linkNo}`) ?? [],
      }
    })
  }
}

/** The token that a person sends: the present one of the link, or the previous one. */
function bearerOf(generation: number, isOld: boolean) {
  return { generation: generation - (isOld ? 1 : 0), trust: undefined }
}
