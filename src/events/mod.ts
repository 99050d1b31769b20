/**
 * Events: the outboxes that other modules write in their transactions, and the numbered feed of
 * each partner that listens. Owns feeds, events, order_outbox and event_outbox.
 */
export {
  EVENT_TYPES,
  eventId,
  parseEventId,
  type EventData,
  type EventType,
  type FeedEvent,
  type NewEvent,
  type WireEvent,
} from './event.ts'
export { createEventSweep } from './sweep-feeds.ts'
export { EventFeed, type EventFeedOptions, type PageWait } from './event-feed.ts'
export { followFeeds } from './feed-rows.ts'
export { EVENT_JSON } from './event-rows.ts'
export { listEvents } from './read-events.ts'
export {
  publishEvents,
  publishNamed,
  publishOrders,
  publishPlaced,
  type AnyEvent,
} from './outbox-rows.ts'
export { relayEvents, type RelayResult } from './relay.ts'
export { HAS_IMPLIED_CHANGES, IMPLIED_CHANGES, impliedChanges } from './implied-changes.ts'
