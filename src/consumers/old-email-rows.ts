import { sql, type Statement } from '../db/mod.ts'
import type { SealedEmail } from './sealed-email.ts'

export interface SealedRow extends SealedEmail {
  readonly partnerId: number
  readonly consumerId: bigint
}

/** The lock of who works; it lets nobody else add or remove rows. */
export function lockOldEmails(): Statement<never> {
  return sql`lock table emails_to_seal in share row exclusive mode`
}

export interface OldEmailRow {
  partner_id: number
  consumer_id: bigint
  email: string
}

export function firstOldEmails(limit: number): Statement<OldEmailRow> {
  return sql`
    select partner_id, consumer_id, email from emails_to_seal
    order by partner_id, consumer_id limit ${limit}`
}

export function setEmails(sealed: readonly SealedRow[]): Statement<never> {
  return sql`
    update consumers set email_blind = old.blind, email_sealed = old.sealed
    from unnest(
      ${sealed.map((one) => one.partnerId)}::integer[],
      ${sealed.map((one) => one.consumerId)}::bigint[],
      ${sealed.map((one) => one.blind)}::uuid[],
      ${sealed.map((one) => one.sealed)}::bytea[]) as old (partner_id, consumer_id, blind, sealed)
    where consumers.partner_id = old.partner_id and consumers.consumer_id = old.consumer_id`
}

export function deleteOldEmails(sealed: readonly SealedRow[]): Statement<never> {
  return sql`
    delete from emails_to_seal
    using unnest(
      ${sealed.map((one) => one.partnerId)}::integer[],
      ${sealed.map((one) => one.consumerId)}::bigint[]) as old (partner_id, consumer_id)
    where emails_to_seal.partner_id = old.partner_id
      and emails_to_seal.consumer_id = old.consumer_id`
}
