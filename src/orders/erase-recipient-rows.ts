import { dateAt } from '../core/mod.ts'
import { bigint, integer, relation, sql, uuid, type Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { firstOrderFrom, instantAt } from './order-conditions.ts'
import { blindRecipient } from './recipient-rows.ts'

export interface RecipientLine {
  readonly partner_id: number
  readonly order_no: bigint
  readonly line_no: number
  readonly recipient: Record<string, string>
}

/** True for an order `o` of the partner that is final and has no batch under way. */
function needsNoRecipient(partner: Statement<unknown>): Statement<unknown> {
  return sql`
    o.status in ('COMPLETED', 'CANCELLED') and not exists (
      select 1 from fulfillments f
      where f.partner_id = ${partner} and f.order_no = o.order_no
        and f.status in ('PENDING', 'PROCESSING'))`
}

/**
 * Locks lines of final orders that still have their recipients, oldest first. Leaves out cancelled
 * orders with batches under way, which need the recipients. Skips lines that another process has
 * locked.
 */
export function lockOldRecipients(before: number, limit: number): Statement<RecipientLine> {
  return sql`
    select old.*
    from books cross join lateral (
      select l.partner_id, l.order_no, l.line_no, l.recipient
      from order_lines l
      join orders o on o.partner_id = l.partner_id and o.order_no = l.order_no
      where l.partner_id = books.partner_id and l.recipient is not null
        and l.order_no < coalesce(
          ${firstOrderFrom(sql`books.partner_id`, instantAt(before))}, 9223372036854775807)
        and o.status_since < ${dateAt(before)} and ${needsNoRecipient(sql`books.partner_id`)}
      order by l.order_no, l.line_no
      limit ${limit}
      for update of l skip locked) as old
    limit ${limit}`
}

/** A recipient of a partner by its hash; see `blindRecipient`. */
export interface RecipientOf {
  readonly partnerId: number
  readonly blind: string
}

/** Locks the oldest lines that have this recipient, whatever the state of their orders. */
export function lockLinesOf(
  { partnerId, blind }: RecipientOf,
  limit: number,
): Statement<RecipientLine> {
  return sql`
    select l.partner_id, l.order_no, l.line_no, l.recipient
    from order_recipients r
    join order_lines l on l.partner_id = ${partnerId} and l.order_no = r.order_no
      and l.line_no = r.line_no
    where r.partner_id = ${partnerId} and r.blind = ${blind}
    order by r.order_no, r.line_no
    limit ${limit}
    for update of l`
}

/** Returns the oldest orders that still need this recipient. */
export function ordersThatNeed(
  { partnerId, blind }: RecipientOf,
  limit: number,
): Statement<{ order_no: bigint; created_at: Date }> {
  return sql`
    select distinct o.order_no, o.created_at
    from order_recipients r
    join orders o on o.partner_id = ${partnerId} and o.order_no = r.order_no
    where r.partner_id = ${partnerId} and r.blind = ${blind}
      and not (${needsNoRecipient(sql`${partnerId}`)})
    order by o.order_no
    limit ${limit}`
}

interface StoredBlind {
  readonly line: RecipientLine
  readonly blind: string
}

/** Returns the hashes that find the lines by their recipients. */
export function storedBlinds(
  vault: Pick<Vault, 'blindIndex'>,
  lines: readonly RecipientLine[],
): StoredBlind[] {
  return lines.flatMap((line) =>
    Object.values(line.recipient).map((value) => ({ line, blind: blindRecipient(vault, value) })),
  )
}

const LINES = relation<RecipientLine>('old', {
  partner_id: integer((one) => one.partner_id),
  order_no: bigint((one) => one.order_no),
  line_no: integer((one) => one.line_no),
})

const BLINDS = relation<StoredBlind>('stored', {
  partner_id: integer(({ line }) => line.partner_id),
  blind: uuid((one) => one.blind),
  order_no: bigint(({ line }) => line.order_no),
  line_no: integer(({ line }) => line.line_no),
})

export function deleteRecipientBlinds(blinds: readonly StoredBlind[]): Statement<never> {
  return sql`
    delete from order_recipients
    where (partner_id, blind, order_no, line_no) in (
      select partner_id, blind, order_no, line_no from ${BLINDS.of(blinds)})`
}

export function forgetRecipients(lines: readonly RecipientLine[]): Statement<never> {
  return sql`
    update order_lines set recipient = null
    where (partner_id, order_no, line_no) in (
      select partner_id, order_no, line_no from ${LINES.of(lines)})`
}
