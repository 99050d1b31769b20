import type { Json } from '../support/client.ts'
import type { Code } from '../oracle/facts.ts'
import type { Movement } from './movements.ts'
import type { WriteRequest } from './requests.ts'

/** The relevant parts of a reply; a row of a bulk has the same parts. */
interface ReplyParts {
  readonly status: number
  readonly body: Json
}

/** One request and its outcome, which is unknown without a reply. Times are from one clock. */
export interface Attempt {
  readonly invokedAt: number
  answeredAt: number
  reply: ReplyParts | undefined
}

/** A write under one key, with all of its requests. */
export interface Write {
  readonly request: WriteRequest
  readonly attempts: Attempt[]
}

/** The funds that a partner read, in major units. */
export interface Reading {
  readonly partner: number
  readonly funds: Readonly<Partial<Record<Code, number>>>
  readonly invokedAt: number
  readonly answeredAt: number
}

/** A link whose address was in a response. */
export interface SentLink {
  readonly partner: number
  readonly linkId: string
  /** The path of its pages. */
  readonly path: string
  readonly amount: number
}

/**
 * The times between which a history made the claim-by date of a link pass: until it is known that
 * it has, `to` is Infinity.
 */
export interface PassedDate {
  readonly linkId: string
  readonly from: number
  to: number
}

/** The known state of one partner when all is calm. */
export interface CalmState {
  readonly movements: readonly Movement[]
  readonly writes: readonly Write[]
  readonly readings: readonly Reading[]
  /** By the id of each order that the partner has. */
  readonly orders: ReadonlyMap<string, { readonly reference: string; readonly status: string }>
  readonly passed: readonly PassedDate[]
  /** By the id of a case: the order of its item. */
  readonly cases: ReadonlyMap<number, string>
}

/** The position of a reader in the feed, and the events that it has read. */
export interface FeedReader {
  after: string | undefined
  readonly events: Json[]
}

/** The times between which something happened. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** All requests of the clients of a history, and the responses. */
export class Records {
  readonly writes: Write[] = []
  readonly readings: Reading[] = []
  readonly links: SentLink[] = []
  readonly passed: PassedDate[] = []
  /** Responses that nobody may get. */
  readonly wrong: string[] = []
  readonly #orders = new Map<string, number>()
  readonly #followed = new Map<number, FeedReader>()

  /** Returns the ids of a partner's orders whose placement got a response, oldest first. */
  ordersOf(partner: number): string[] {
    return [...this.#orders].flatMap(([id, owner]) => (owner === partner ? [id] : []))
  }

  followedBy(partner: number): FeedReader {
    const feed = this.#followed.get(partner) ?? { after: undefined, events: [] }
    this.#followed.set(partner, feed)
    return feed
  }

  addLinks(links: readonly SentLink[]): void {
    const isNew = ({ linkId }: SentLink) => this.links.every((one) => one.linkId !== linkId)
    this.links.push(...links.filter(isNew))
  }

  addOrder(id: string, partner: number): void {
    if (!this.#orders.has(id)) this.#orders.set(id, partner)
  }
}

/** Returns the first request whose response shows that a write was made. */
export function successOf({ attempts }: Write): Attempt | undefined {
  return attempts.find(({ reply }) => reply !== undefined && reply.status < 300)
}

/** True if it is unknown whether a write was made. */
export function isOpen(write: Write): boolean {
  return successOf(write) === undefined && write.attempts.at(-1)?.reply === undefined
}

/** True if a write may have been made, or may still be: a request of it got no response. */
export function mayBeMade(write: Write): boolean {
  return successOf(write) === undefined && write.attempts.some(({ reply }) => reply === undefined)
}

/** True if each request of a write got a response, and none was a success. */
export function wasRefused({ attempts }: Write): boolean {
  return attempts.every(({ reply }) => reply !== undefined && reply.status >= 300)
}

/** The times between which a write that was made was decided. */
export function windowOf(write: Write): Window {
  const open = write.attempts.filter(({ reply }) => reply === undefined || reply.status < 300)
  const ends = write.attempts.filter(({ reply }) => reply && reply.status < 300)
  return {
    from: Math.min(...open.map(({ invokedAt }) => invokedAt)),
    to: Math.min(...ends.map(({ answeredAt }) => answeredAt)),
  }
}
