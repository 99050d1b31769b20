import { isReturned } from './link-movements.ts'
import { nameOf } from './writes-of-movements.ts'
import type { Movement } from './movements.ts'
import type { CalmState, Window } from './record.ts'
import type { Replay } from './replay.ts'

/** Returns true if the next movement belongs to the same act. */
export function isFollowed(known: CalmState, replay: Replay, { id }: Movement): boolean {
  const next = known.movements[known.movements.findIndex((one) => one.id === id) + 1]
  if (!next) return false
  const order = replay.order(next.orderId)
  if (next.kind === 'order_release') {
    return isHeldAgain(known, next) || (order?.status === 'ON_HOLD' && order.held === 0n)
  }
  if (next.kind === 'link_return') return isReturned(known, replay, next)
  if (next.kind === 'order_charge') return order?.status === 'COMPLETED'
  return next.kind === 'order_hold' && order !== undefined
}

/**
 * A suspended order may be resumed by a consequence of the same act, which the model has already
 * done.
 */
export function isHeldAgain({ movements }: CalmState, released: Movement): boolean {
  return movements
    .slice(movements.indexOf(released) + 1)
    .some(({ kind, orderId }) => kind === 'order_hold' && orderId === released.orderId)
}

/** Returns the acts that stand behind an act which began after their end. */
export function breaksOfTime(
  movements: readonly Movement[],
  decided: readonly (Window | undefined)[],
): string[] {
  let latest = -Infinity
  return decided.flatMap((window, at) => {
    const one = movements[at]
    if (!window || !one) return []
    const isLate = window.to < latest
    latest = Math.max(latest, window.from)
    const fault = `${nameOf(one)}: had ended before something began that stands before it`
    return isLate ? [fault] : []
  })
}
