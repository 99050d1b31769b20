import type { Movement } from './movements.ts'
import { successOf, type CalmState, type PassedDate, type Write } from './record.ts'
import type { Replay } from './replay.ts'
import { keyOf } from '../worlds/http-acts.ts'

/** True if an order belongs to this write of a partner or of a person who takes a card. */
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

/** True if the model has already given back the amount of this movement of a link. */
export function isReturned(
  { movements: all }: CalmState,
  replay: Replay,
  movement: Movement,
): boolean {
  const own = all.slice(0, all.indexOf(movement) + 1).filter(({ kind, reference }) => {
    return kind === 'link_return' && reference === movement.reference
  })
  const returned = own.reduce((sum, { posted }) => sum + posted, 0)
  return returned <= Number(replay.link(movement.reference)?.returned ?? 0n)
}

export function isClaimedAfter(
  { movements, orders }: CalmState,
  { linkId }: PassedDate,
  at: number,
): boolean {
  return movements.slice(at).some(({ kind, orderId = '' }) => {
    return kind === 'order_hold' && orders.get(orderId)?.reference.startsWith(`${linkId}-`)
  })
}
