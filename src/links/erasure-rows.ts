import { sql, type Statement } from '../db/mod.ts'

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
