import { dateAt, dateOrNull } from '../core/mod.ts'
import { insertRow, sql, type OrderDraftsRow, type Statement } from '../db/mod.ts'

export const DRAFT_COLUMNS = sql`
  partner_id, draft_id, kind, state, client_reference, currency, charged, item_count, items,
  links, quote_id, made_by, made_by_name, made_at, expires_at, decided_by_name, decided_at, reason,
  order_id, shown_at, place_at, place_due_at, tried_at, decided_by, made_by_client, metadata`

export interface NewDraftRow {
  readonly partnerId: number
  readonly draftId: string
  readonly state: 'WAITING' | 'SCHEDULED'
  readonly kind: string
  readonly clientReference: string
  readonly currency: string
  readonly charged: bigint
  readonly itemCount: number
  /** The items of the draft, as JSON. */
  readonly items: string
  readonly sealed?: Buffer | undefined
  readonly quoteId?: string | undefined
  readonly madeBy: number
  readonly madeByName: string
  readonly madeByClient?: string | undefined
  /** The labels of the order, as JSON. */
  readonly metadata?: string | undefined
  readonly madeAt: number
  readonly expiresAt: number
  readonly placeAt?: number | undefined
}

export function insertDraft(draft: NewDraftRow): Statement<OrderDraftsRow> {
  const placeAt = dateOrNull(draft.placeAt)
  const dueAt = draft.state === 'SCHEDULED' ? placeAt : null
  const inserted = insertRow<OrderDraftsRow>('order_drafts', {
    partner_id: draft.partnerId,
    draft_id: draft.draftId,
    kind: draft.kind,
    state: draft.state,
    client_reference: draft.clientReference,
    currency: draft.currency,
    charged: draft.charged,
    item_count: draft.itemCount,
    items: draft.items,
    links: draft.sealed,
    quote_id: draft.quoteId,
    made_by: draft.madeBy,
    made_by_name: draft.madeByName,
    made_at: dateAt(draft.madeAt),
    expires_at: dateAt(draft.expiresAt),
    place_at: placeAt,
    place_due_at: dueAt,
    made_by_client: draft.madeByClient,
    metadata: draft.metadata,
  })
  return sql`
    ${inserted}
    returning ${DRAFT_COLUMNS}`
}

export function draftById(partnerId: number, draftId: string): Statement<OrderDraftsRow> {
  return sql`
    select ${DRAFT_COLUMNS} from order_drafts
    where partner_id = ${partnerId} and draft_id = ${draftId}`
}

/** Returns true if a draft of a partner has links that are not sent yet. */
export function linkDraftWaits(partnerId: number): Statement<{ is_waiting: boolean }> {
  return sql`
    select exists (
      select from order_drafts
      where partner_id = ${partnerId} and kind = 'LINKS' and links is not null) as is_waiting`
}

/** Locks drafts in a fixed order. */
export function draftsToLock(
  partnerId: number,
  draftIds: readonly string[],
): Statement<OrderDraftsRow> {
  return sql`
    select ${DRAFT_COLUMNS} from order_drafts
    where partner_id = ${partnerId} and draft_id = any(${draftIds}::uuid[])
    order by draft_id for update`
}

export interface DraftChange {
  readonly state: string
  readonly decidedBy?: number | undefined
  readonly decidedByName?: string | undefined
  readonly decidedAt?: number | undefined
  readonly reason?: string | undefined
  readonly orderId?: string | undefined
  /** The instant until which it can be approved. */
  readonly expiresAt?: number | undefined
  /** When a worker tried to place it at its time. */
  readonly triedAt?: number | undefined
  /** The charge at present prices, and for an order the quote with that price. */
  readonly priced?: { readonly charged: bigint; readonly quoteId?: string } | undefined
}

const OPEN_STATES: readonly string[] = ['WAITING', 'SCHEDULED', 'APPROVED']

/**
 * Changes a draft. A draft that is over loses its items or links. Only a SCHEDULED draft is placed
 * at its time. A draft that is WAITING again loses its earlier decision. A decision without a
 * reason deletes an earlier reason, because somebody else gave it.
 */
export function updateDraft(
  partnerId: number,
  draftId: string,
  change: DraftChange,
): Statement<OrderDraftsRow> {
  const { state, decidedBy, decidedByName, decidedAt, reason, orderId, priced } = change
  const { expiresAt, triedAt } = change
  const isOver = !OPEN_STATES.includes(state)
  const isWaiting = state === 'WAITING'
  return sql`
    update order_drafts
    set state = ${state},
      decided_by = case when ${isWaiting} then null
        else coalesce(${decidedBy ?? null}, decided_by) end,
      decided_by_name = case when ${isWaiting} then null
        else coalesce(${decidedByName ?? null}, decided_by_name) end,
      decided_at = case when ${isWaiting} then null
        else coalesce(${dateOrNull(decidedAt)}, decided_at) end,
      reason = case when ${decidedAt === undefined} then coalesce(${reason ?? null}, reason)
        else ${reason ?? null} end,
      order_id = coalesce(${orderId ?? null}, order_id),
      charged = coalesce(${priced?.charged ?? null}, charged),
      quote_id = coalesce(${priced?.quoteId ?? null}, quote_id),
      expires_at = coalesce(${dateOrNull(expiresAt)}, expires_at),
      tried_at = coalesce(${dateOrNull(triedAt)}, tried_at),
      place_due_at = case when ${state === 'SCHEDULED'} then place_at end,
      items = case when ${isOver} then '[]'::jsonb else items end,
      links = case when ${isOver} then null else links end
    where partner_id = ${partnerId} and draft_id = ${draftId}
    returning ${DRAFT_COLUMNS}`
}

/** Records that the addresses of sent links are shown. They can be shown only once. */
export function markLinksShown(
  partnerId: number,
  draftId: string,
  now: number,
): Statement<OrderDraftsRow> {
  return sql`
    update order_drafts set shown_at = ${dateAt(now)}
    where partner_id = ${partnerId} and draft_id = ${draftId} and kind = 'LINKS'
      and state = 'ORDERED' and shown_at is null
    returning ${DRAFT_COLUMNS}`
}

export interface PastDraft {
  partner_id: number
  draft_id: string
}

/** Returns drafts that still wait for an approval although they have expired. */
export function draftsPast(now: number, limit: number): Statement<PastDraft> {
  return sql`
    select partner_id, draft_id from order_drafts
    where state = 'WAITING' and expires_at <= ${dateAt(now)}
    order by expires_at limit ${limit}`
}

/** Returns scheduled drafts whose time has come, and those whose process has died. */
export function draftsToPlace(now: number, limit: number): Statement<PastDraft> {
  return sql`
    select partner_id, draft_id from order_drafts
    where place_due_at <= ${dateAt(now)}
    order by place_due_at limit ${limit}`
}

/**
 * Leases a draft that is due, so that no other process tries it, too. The lease only saves work.
 * The lock of the row, held while the order is paid, ensures that the draft is placed once.
 */
export function leaseToPlace(
  partnerId: number,
  draftId: string,
  { at, until }: { readonly at: number; readonly until: number },
): Statement<OrderDraftsRow> {
  return sql`
    update order_drafts set place_due_at = ${dateAt(until)}
    where partner_id = ${partnerId} and draft_id = ${draftId}
      and place_due_at <= ${dateAt(at)} and state in ('SCHEDULED', 'APPROVED')
    returning ${DRAFT_COLUMNS}`
}

/** Expires a draft that still waits, and forgets its items or links. */
export function expireDraft(
  partnerId: number,
  draftId: string,
  now: number,
): Statement<OrderDraftsRow> {
  return sql`
    update order_drafts set state = 'EXPIRED', items = '[]'::jsonb, links = null
    where partner_id = ${partnerId} and draft_id = ${draftId} and state = 'WAITING'
      and expires_at <= ${dateAt(now)}
    returning ${DRAFT_COLUMNS}`
}
