import { DECIMALS, type Code } from '../oracle/facts.ts'
import type { Json, SignedClient } from '../support/client.ts'

/** A movement of a partner's funds as it is read, in minor units. */
export interface Moved {
  readonly id: string
  readonly kind: string
  readonly code: Code
  readonly posted: number
  readonly held: number
  readonly available: number
  readonly reference: string | undefined
  readonly orderId: string | undefined
  readonly caseId: number | undefined
}

/** Reads all movements of a partner, oldest first. */
export async function readMovements(partner: SignedClient): Promise<Moved[]> {
  const found: Moved[] = []
  let after: string | undefined
  do {
    const next = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const { body } = await partner.get(`/v2/accounts/transactions?pageSize=500${next}`)
    found.push(...body.data.map(movedOf))
    after = body.meta.pagination.after
  } while (after !== undefined)
  return found.toReversed()
}

function movedOf(read: Json): Moved {
  const code: Code = read.currency
  const { kind, reference, orderId, caseId, transactionId: id } = read
  const of = { id, kind, code, reference, orderId, caseId }
  const [posted, held] = [minor(read.posted, code), minor(read.held, code)]
  return { ...of, posted, held, available: minor(read.available, code) }
}

function minor(amount: number, code: Code): number {
  return Math.round(amount * 10 ** DECIMALS[code])
}

/**
 * The balances of a book form a chain: each movement begins with what the one before it has left.
 * Returns what breaks it.
 */
export function breaksOf(moved: readonly Moved[]): string[] {
  const left = new Map<Code, number>()
  return moved.flatMap(({ id, code, posted, held, available }) => {
    const expected = (left.get(code) ?? 0) + posted - held
    left.set(code, available)
    return available === expected ? [] : [`${id} leaves ${available} ${code}, not ${expected}`]
  })
}
