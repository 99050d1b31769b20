import { dateAt, MS_PER_DAY } from '../core/mod.ts'
import {
  bytea,
  integer,
  sql,
  table,
  timestamptz,
  type LinkErasuresRow,
  type Statement,
} from '../db/mod.ts'

/** Longer than anything with recipients waits: parts are deleted after 30 days. */
const KEPT_MS = 31 * MS_PER_DAY

interface ErasedAddress {
  readonly blind: Buffer
  readonly now: number
}

const ERASURES = table<LinkErasuresRow, ErasedAddress, { readonly partnerId: number }>(
  'link_erasures',
  {
    address_blind: bytea((one) => one.blind),
    erased_at: timestamptz((one) => dateAt(one.now)),
  },
  { partner_id: integer(({ partnerId }) => partnerId) },
)

/** Records that addresses were erased, for links that wait to be written. */
export function insertErasures(
  partnerId: number,
  addresses: readonly ErasedAddress[],
): Statement<never> {
  return sql`
    ${ERASURES.insert(addresses, { partnerId })}
    on conflict (partner_id, address_blind) do update set erased_at = excluded.erased_at`
}

/** Returns those of the addresses that were erased, and when. */
export function erasuresOf(
  partnerId: number,
  blinds: readonly Buffer[],
): Statement<Pick<LinkErasuresRow, 'address_blind' | 'erased_at'>> {
  return sql`
    select address_blind, erased_at from link_erasures
    where partner_id = ${partnerId} and address_blind = any(${blinds}::bytea[])`
}

/** Returns true if links of a partner, accepted or in drafts, wait in parts to be written. */
export function hasParts(partnerId: number): Statement<{ has_parts: boolean }> {
  return sql`
    select exists (select from link_parts where partner_id = ${partnerId}) as has_parts`
}

export function deleteOldErasures(now: number): Statement<never> {
  return sql`delete from link_erasures where erased_at < ${dateAt(now - KEPT_MS)}`
}

/**
 * Erases the recipients of links and returns the numbers of these links. A group that writes the
 * links at the same time does not restore them: it writes a recipient only with a new address.
 */
export function eraseRecipientsOf(
  partnerId: number,
  blinds: readonly Buffer[],
): Statement<{ link_no: bigint }> {
  return sql`
    update links set recipient_sealed = null, email_blind = null, phone_blind = null
    where partner_id = ${partnerId}
      and (email_blind = any(${blinds}::bytea[]) or phone_blind = any(${blinds}::bytea[]))
    returning link_no`
}

export function eraseMessagesTo(partnerId: number, blinds: readonly Buffer[]): Statement<never> {
  return sql`
    update link_messages set email_blind = null
    where partner_id = ${partnerId} and email_blind = any(${blinds}::bytea[])`
}
