import type { Answer } from '../oracle/acts.ts'
import { AMOUNTS } from '../worlds/catalog.ts'
import type { Json } from '../support/client.ts'
import { answerOf } from '../worlds/http-acts.ts'
import type { WriteRequest } from './requests.ts'

/** Returns the parts of a reply that the oracle also returns, so no ids. */
export function answerIn({ act }: WriteRequest, reply: { status: number; body: Json }): Answer {
  const { status, body } = reply
  if (status < 300 && (act.act === 'claim' || act.act === 'spend')) {
    return { status, total: Number(AMOUNTS[act.amount]) }
  }
  if (status < 300 && act.act === 'end link') return { status, is: body.data.status }
  return answerOf(act, { status, body }, () => undefined)
}

/**
 * The comparable parts of a response, without places. A repeated order has no more fields than the
 * first.
 */
export function comparable(answer: Answer): string {
  const { order: _, replayed: __, ...rest } = answer
  return JSON.stringify(Object.entries(rest).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** Returns an answer as pages show it: pages of wallets show all refusals alike. */
export function shownByPages({ act }: WriteRequest, answer: Answer): Answer {
  return act.act === 'spend' && answer.status === 402 ? { status: 409 } : answer
}
