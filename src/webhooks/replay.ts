import { checkLine, invalidField, isoTime, REASON_LENGTH_MAX, type Clock } from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import { eventId, parseEventId } from '../events/mod.ts'
import { recordAudit } from '../audit/mod.ts'
import { followDue, promoteFirst } from './delivery-rows.ts'
import { endpointTarget, type Act } from './endpoint-audit.ts'
import { lockEndpoint } from './endpoint-rows.ts'
import { noSuchEndpoint } from './endpoints.ts'
import type { EndpointName } from './endpoint.ts'
import { eventsByNumber, eventsOfTime, queueEvents, eventTypesOf } from './replay-rows.ts'

/** The events to send again: some by their ids, or those of a period. */
export interface Replay {
  readonly name: EndpointName
  readonly eventIds?: readonly string[] | undefined
  /** The first instant, and the one after the last. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly act: Act
}

/** The most events of one replay. */
const REPLAYED_MAX = 10_000

/**
 * Queues events in sequence, even those that the endpoint has accepted. Returns their number.
 *
 * Refuses, in this order:
 *   invalid_request   neither or both of ids and time, an unknown id, too many events, a
 *                     reason that cannot be stored
 *   not_found         no such endpoint
 */
export async function replayEvents(
  tx: Tx,
  { clock }: { clock: Clock },
  { name, act, ...selection }: Replay,
): Promise<number> {
  if (act.reason !== undefined) checkLine('reason', act.reason, REASON_LENGTH_MAX)
  requireOneWay(selection)
  const eventNos = numbersOf(name, selection.eventIds)
  if (!(await maybeRow(tx, lockEndpoint(name)))) throw noSuchEndpoint()
  const { event_types: types } = await oneRow(tx, eventTypesOf(name))
  const { from = 0, to = clock.now() } = selection
  const range = { types, from, before: to, limit: REPLAYED_MAX + 1 }
  const { partnerId } = name
  const events = await tx.rows(
    eventNos === undefined ? eventsOfTime(partnerId, range) : eventsByNumber(partnerId, eventNos),
  )
  requireFew(eventNos === undefined ? 'to' : 'eventIds', events.length)
  if (eventNos && events.length < eventNos.length) throw unknownEvent(name, eventNos, events)
  const at = clock.now()
  if (events.length > 0) {
    await tx.rows(queueEvents(name, events))
    const subjects = [...new Set(events.map(({ subject }) => subject))]
    await tx.rows(
      promoteFirst(
        subjects.map((subject) => ({ ...name, subject })),
        at,
      ),
    )
    await tx.rows(followDue(name))
  }
  recordAudit(tx, {
    partnerId,
    ...act,
    action: 'webhook_endpoint.replay',
    target: endpointTarget(name),
    valueOut: 'none',
    after: { events: events.length, ...auditableSelection(selection) },
    at,
  })
  return events.length
}

type Selection = Omit<Replay, 'name' | 'act'>

function requireOneWay({ eventIds, from, to }: Selection): void {
  if (eventIds !== undefined && (from !== undefined || to !== undefined)) {
    throw invalidField('eventIds', 'must be absent if there is a time')
  }
  if (eventIds === undefined && from === undefined) {
    throw invalidField('from', 'is required, unless there are eventIds')
  }
  if (eventIds?.length === 0) throw invalidField('eventIds', 'must have at least one id')
  if (from !== undefined && to !== undefined && from >= to) {
    throw invalidField('to', 'must be after from')
  }
}

function numbersOf(
  { partnerId }: EndpointName,
  eventIds: readonly string[] | undefined,
): number[] | undefined {
  requireFew('eventIds', eventIds?.length ?? 0)
  const eventNos = eventIds?.map((id, at) => {
    const number = parseEventId(id, partnerId)
    if (number === undefined || number === 0) {
      throw invalidField(`eventIds[${at}]`, 'must be the id of an event of this partner')
    }
    return number
  })
  return eventNos && [...new Set(eventNos)]
}

function requireFew(field: string, count: number): void {
  if (count <= REPLAYED_MAX) return
  throw invalidField(field, `must leave at most ${REPLAYED_MAX} events: replay in several steps`)
}

function unknownEvent(
  { partnerId }: EndpointName,
  eventNos: readonly number[],
  events: readonly { event_no: bigint }[],
) {
  const stored = new Set(events.map((event) => Number(event.event_no)))
  const eventNo = eventNos.find((number) => !stored.has(number)) ?? 0
  const id = eventId({ partnerId, eventNo })
  return invalidField('eventIds', `names ${id}, which is not stored (any more)`)
}

function auditableSelection({ eventIds, from, to }: Selection) {
  return {
    eventIds: eventIds?.slice(0, 100),
    from: from === undefined ? undefined : isoTime(from),
    to: to === undefined ? undefined : isoTime(to),
  }
}
