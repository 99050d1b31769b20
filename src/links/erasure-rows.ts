import { sql, type Statement } from '../db/mod.ts'

/** Safe while a group writes the links: it writes a recipient only together with a new token. */
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
