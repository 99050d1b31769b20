import type { Moved } from './movements.ts'
import { successOf, type CalmState, type Passed, type Write } from './record.ts'
import type { Replay } from './replay.ts'
import { keyOf } from '../worlds/http-acts.ts'

/** Whether an order belongs to this write of a partner or of a person who takes a card. */
export function hasPlaced({ orders }: CalmState, write: Write, orderId: string): boolean {
  const { act, link } = write.request
  const reference = orders.get(orderId)?.reference ?? ''
  const success = successOf(write)
  if (act.act === 'claim') {
    return success !== undefined && reference.startsWith(`${link?.linkId}-${act.key + 1}-`)
  }
  if (act.act === 'spend') {
    const { walletId } = write.request
    return success !== undefined && reference.startsWith(`wlt_${walletId}-${act.key + 1}-`)
  }
  if (act.act !== 'place' || keyOf(act.key) !== reference) return false
  return success?.reply?.body.data.id === orderId
}

/** The links that a request has sent, in its order. */
export function linksOf(write: Write): string[] {
  const sent = successOf(write)?.reply?.body.data.links ?? []
  return sent.map(({ linkId }: { linkId: string }) => linkId)
}

/** Whether the model has already given back the amount of this movement of a link. */
export function isReturned({ moved: all }: CalmState, replay: Replay, moved: Moved): boolean {
  const own = all.slice(0, all.indexOf(moved) + 1).filter(({ kind, reference }) => {
    return kind === 'link_return' && reference === moved.reference
  })
  const returned = own.reduce((sum, { posted }) => sum + posted, 0)
  return returned <= Number(replay.link(moved.reference)?.returned ?? 0n)
}

export function isClaimedAfter(
  { moved, orders }: CalmState,
  { linkId }: Passed,
  at: number,
): boolean {
  return moved.slice(at).some(({ kind, orderId = '' }) => {
    return kind === 'order_hold' && orders.get(orderId)?.reference.startsWith(`${linkId}-`)
  })
}
