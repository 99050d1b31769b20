import type { OperatorPermission } from '../../identity/mod.ts'
import type { Context } from '../context.ts'
import type { Change, Listener } from './live-changes.ts'

/** After this time the client must reconnect, and is authenticated again. */
const STREAM_MS_MAX = 600_000
/** While nothing changes, a line is sent this often, so that a lost connection is noticed. */
const IDLE_MS = 5_000
/** A browser that was disconnected connects again after this time. */
const RETRY_MS = 2_000

export interface LiveReader extends Listener {
  readonly permissions: ReadonlySet<OperatorPermission>
  /** False: the stream ends after `ready`. */
  readonly isWanted: boolean
}

/** Returns the server-sent events of one reader: `ready`, then what changes from now on. */
export async function* liveStream(
  { liveChanges, clock, isDraining }: Pick<Context, 'liveChanges' | 'clock' | 'isDraining'>,
  reader: LiveReader,
): AsyncGenerator<string> {
  // Another stream's poll may report a change before this one continues after `ready`.
  let seen = liveChanges.add(reader)
  try {
    yield `retry: ${RETRY_MS}\n${eventOf('ready', {})}`
    let sentAt = clock.monotonic()
    const endsAt = sentAt + STREAM_MS_MAX
    while (reader.isWanted && clock.monotonic() < endsAt) {
      await liveChanges.next()
      if (isDraining() || liveChanges.isOver(reader)) return
      const text = textOf(liveChanges.since(seen), reader.permissions)
      seen = liveChanges.last
      if (text === '' && clock.monotonic() - sentAt < IDLE_MS) continue
      sentAt = clock.monotonic()
      yield text === '' ? ':\n\n' : text
    }
  } finally {
    liveChanges.remove(reader)
  }
}

function textOf(
  { orderIds, hasChangedAlerts }: Change,
  permissions: ReadonlySet<OperatorPermission>,
): string {
  const orders = orderIds?.length === 0 ? '' : eventOf('orders', { orderIds: orderIds ?? null })
  const alerts = hasChangedAlerts && permissions.has('alerts:read') ? eventOf('alerts', {}) : ''
  return orders + alerts
}

function eventOf(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
