import { bigint, bytea, relation, sql, type Statement } from '../db/mod.ts'
import type { Link } from './link.ts'

const RECIPIENTS = relation<Link>('new', {
  link_no: bigint((one) => one.linkNo),
  recipient_sealed: bytea((one) => one.recipientSealed ?? null),
  email_blind: bytea((one) => one.emailBlind ?? null),
  phone_blind: bytea((one) => one.phoneBlind ?? null),
})

/** Writes the new addresses of links. */
export function writeRecipients(
  { partnerId }: Pick<Link, 'partnerId'>,
  links: readonly Link[],
): Statement<never> {
  return sql`
    update links l
    set recipient_sealed = new.recipient_sealed, email_blind = new.email_blind,
        phone_blind = new.phone_blind
    from ${RECIPIENTS.of(links)}
    where l.partner_id = ${partnerId} and l.link_no = new.link_no`
}
