import { createHash } from 'node:crypto'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'

const MOODS = ['issued', 'issued', 'issued', 'refused', 'out_of_stock', 'lost', 'unsent'] as const

/**
 * A supplier that issues, refuses, is out of stock, or loses its response before or after it has
 * issued. The key of the batch and the number of requests decide which. It records what it issued,
 * so that a model of the money can use that.
 */
export class MoodySupplier implements Supplier {
  readonly name = 'sandbox'
  /** The requests that were issued and not taken back, by order and batch. */
  readonly #issued = new Map<string, IssueRequest>()
  readonly #released = new Set<string>()
  readonly #callCounts = new Map<string, number>()
  isHealed = false

  issue(requests: readonly IssueRequest[]): Promise<IssueOutcome[]> {
    return Promise.resolve(requests.map((request) => this.#answer(request)))
  }

  lookUp(requests: readonly IssueRequest[]): Promise<IssueOutcome[]> {
    return this.issue(requests)
  }

  release(requests: readonly IssueRequest[]): Promise<void> {
    for (const request of requests) {
      this.#issued.delete(keyOf(request))
      this.#released.add(keyOf(request))
    }
    return Promise.resolve()
  }

  /** Returns the requests for batches of an order that were issued and not taken back. */
  deliveredTo(order: { partnerId: number; orderNo: number }): readonly IssueRequest[] {
    return [...this.#issued.values()].filter(
      ({ partnerId, orderNo }) => partnerId === order.partnerId && orderNo === order.orderNo,
    )
  }

  #answer(request: IssueRequest): IssueOutcome {
    const key = keyOf(request)
    if (this.#released.has(key)) return { outcome: 'refused', reason: 'it was taken back' }
    if (this.#issued.has(key)) return outcomeOf(request)
    const calls = (this.#callCounts.get(key) ?? 0) + 1
    this.#callCounts.set(key, calls)
    switch (this.#moodOf(`${key}/${calls}`)) {
      case 'issued':
        this.#issued.set(key, request)
        return outcomeOf(request)
      case 'lost':
        this.#issued.set(key, request)
        return { outcome: 'unknown', reason: 'lost on its way back' }
      case 'unsent':
        return { outcome: 'unknown', reason: 'lost on its way there' }
      case 'out_of_stock':
        return { outcome: 'out_of_stock' }
      case 'refused':
        return { outcome: 'refused', reason: 'not in the mood' }
    }
  }

  #moodOf(key: string): (typeof MOODS)[number] {
    if (this.isHealed) return 'issued'
    const [first = 0] = createHash('sha256').update(key).digest()
    return MOODS[first % MOODS.length] ?? 'issued'
  }
}

function keyOf({ partnerId, orderNo, batchNo }: IssueRequest): string {
  return `${partnerId}/${orderNo}/${batchNo}`
}

function outcomeOf(request: IssueRequest): IssueOutcome {
  const { quantity } = request
  const codes = Array.from({ length: quantity }, (_, unit) => ({
    giftCardNumber: `MOODY-${keyOf(request)}/${unit}`,
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: '',
  }))
  return { outcome: 'issued', goods: [{ codes }] }
}
