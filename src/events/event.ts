/** The types of events, in the order of the documentation. */
export const EVENT_TYPES = [
  'order.processing',
  'order.on_hold',
  'order.out_of_stock',
  'order.completed',
  'order.cancelled',
  'case.opened',
  'case.resolved',
  'product.updated',
  'price.updated',
  'stock.low',
  'balance.low',
  'balance.credited',
  'wallet.credited',
  'wallet.debited',
  'link.sent',
  'link.claimed',
  'link.failed',
  'link.expired',
  'link.cancelled',
  'link.returned',
  'link.mailed',
  'link.bounced',
  'link.complained',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** A JSON object: identifiers and amounts, never a code, a name or an address. */
export type EventData = Readonly<Record<string, unknown>>

/** An event that has no number yet. */
export interface NewEvent {
  readonly partnerId: number
  readonly type: EventType
  /** Such as `ord_...`. The events of a subject are numbered in their order. */
  readonly subject: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly atMs: number
  readonly data: EventData
}

/** An event in the feed of its partner. */
export interface FeedEvent extends NewEvent {
  /** 1, 2, 3 ... within the feed. */
  readonly eventNo: number
}

/** The form of an event in responses and in webhooks. */
export interface WireEvent {
  readonly id: string
  readonly type: EventType
  readonly createdAt: string
  readonly data: EventData
}

/** Returns the id of an event: `evt_<partner>_<number>`. */
export function eventId({ partnerId, eventNo }: Pick<FeedEvent, 'partnerId' | 'eventNo'>): string {
  return `evt_${partnerId}_${eventNo}`
}

/**
 * Returns the number of an event of this partner; 0 stands for the beginning of the feed. Returns
 * undefined if the text is not the id of such an event.
 */
export function parseEventId(text: string, partnerId: number): number | undefined {
  const match = /^evt_([1-9]\d{0,9})_(0|[1-9]\d{0,14})$/.exec(text)
  return match && Number(match[1]) === partnerId ? Number(match[2]) : undefined
}
