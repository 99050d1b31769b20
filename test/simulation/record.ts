import type { Json } from '../support/client.ts'
import type { Code } from '../oracle/facts.ts'
import type { Asked } from './requests.ts'

/** What of a reply counts; a row of a bulk has as much. */
interface Answered {
  readonly status: number
  readonly body: Json
}

/** One request and what became of it; without a reply nobody knows. Times are of one clock. */
export interface Attempt {
  readonly invokedAt: number
  answeredAt: number
  reply: Answered | undefined
}

/** A write under one key, with everything that was sent for it. */
export interface Write {
  readonly asked: Asked
  readonly attempts: Attempt[]
}

/** What a partner read of its funds, in major units. */
export interface Reading {
  readonly partner: number
  readonly funds: Readonly<Partial<Record<Code, number>>>
  readonly invokedAt: number
  readonly answeredAt: number
}

/** When something began and had ended: what it did happened in between. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** Everything that clients of a history did and were answered. */
export class Records {
  readonly writes: Write[] = []
  readonly readings: Reading[] = []
  /** Answers that nobody may be given. */
  readonly wrong: string[] = []
  #orders = new Map<string, number>()

  /** Ids of the orders whose placement was answered, of one partner, oldest first. */
  ordersOf(partner: number): string[] {
    return [...this.#orders].flatMap(([id, of]) => (of === partner ? [id] : []))
  }

  placed(id: string, partner: number): void {
    if (!this.#orders.has(id)) this.#orders.set(id, partner)
  }
}

/** The first answer that says that a write was made. */
export function successOf({ attempts }: Write): Attempt | undefined {
  return attempts.find(({ reply }) => reply !== undefined && reply.status < 300)
}

/** A write that nobody knows of whether it was made. */
export function isOpen(write: Write): boolean {
  return successOf(write) === undefined && write.attempts.at(-1)?.reply === undefined
}

/** A write that may be made yet, or was: not all that was sent for it was answered. */
export function mayBeMade(write: Write): boolean {
  return successOf(write) === undefined && write.attempts.some(({ reply }) => reply === undefined)
}

/** When a write that was made was decided: some attempt did it, and an answer says so. */
export function windowOf(write: Write): Window {
  const open = write.attempts.filter(({ reply }) => reply === undefined || reply.status < 300)
  const ends = write.attempts.filter(({ reply }) => reply && reply.status < 300)
  return {
    from: Math.min(...open.map(({ invokedAt }) => invokedAt)),
    to: Math.min(...ends.map(({ answeredAt }) => answeredAt)),
  }
}
