import { dateAt, offsetOf, type PageRequest } from '../core/mod.ts'
import {
  insertRow,
  sql,
  type MailSuppressionsRow,
  type Statement,
  ListOrders,
  type Sort,
} from '../db/mod.ts'
import type { MailReason } from '../mail/mod.ts'

/** Suppresses the consumer of a leased mail, unless the lease was lost. */
export function suppressRefused(
  mail: { readonly partnerId: number; readonly transferNo: number; readonly leaseEpoch: bigint },
  fault: string,
  now: number,
): Statement<never> {
  return sql`
    insert into mail_suppressions (partner_id, consumer_id, transfer_no, fault, suppressed_at)
    select partner_id, consumer_id, transfer_no, ${fault}, ${dateAt(now)}::timestamptz
    from notifications
    where partner_id = ${mail.partnerId} and transfer_no = ${mail.transferNo}
      and lease_epoch = ${mail.leaseEpoch}
    on conflict (partner_id, consumer_id) do nothing`
}

export interface NewSuppression {
  readonly reason: MailReason
  readonly fault: string
  readonly now: number
}

/**
 * Suppresses a consumer. The first reason stays, except that a person who wants no mails replaces
 * ADDRESS_REFUSED: otherwise an operator would send to the address once it works again.
 */
export function insertSuppression(
  one: {
    readonly partner_id: number
    readonly consumer_id: bigint
    /** The transfer of the mail that caused the suppression, if a mail did. */
    readonly transfer_no?: bigint
  },
  { reason, fault, now }: NewSuppression,
): Statement<never> {
  const inserted = insertRow<MailSuppressionsRow>('mail_suppressions', {
    partner_id: one.partner_id,
    consumer_id: one.consumer_id,
    transfer_no: one.transfer_no,
    reason,
    fault,
    suppressed_at: dateAt(now),
  })
  return sql`
    ${inserted}
    on conflict (partner_id, consumer_id) do update
    set transfer_no = excluded.transfer_no, reason = excluded.reason, fault = excluded.fault,
        suppressed_at = excluded.suppressed_at
    where mail_suppressions.reason = 'ADDRESS_REFUSED' and excluded.reason <> 'ADDRESS_REFUSED'`
}

export function deleteSuppression(
  partnerId: number,
  consumerId: number,
): Statement<Pick<MailSuppressionsRow, 'transfer_no' | 'reason'>> {
  return sql`
    delete from mail_suppressions where partner_id = ${partnerId} and consumer_id = ${consumerId}
    returning transfer_no, reason`
}

export function suppressionOf(partnerId: number, consumerId: bigint): Statement<object> {
  return sql`
    select from mail_suppressions where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

export interface SuppressionRow extends MailSuppressionsRow {
  email_blind: string
  email_sealed: Buffer
}

const ORDERS = new ListOrders('suppressed_at desc, consumer_id desc', {
  suppressedAt: ['suppressed_at', 'consumer_id'],
})
export const SUPPRESSION_SORTS = ORDERS.sorts

export type SuppressionPage = PageRequest & {
  readonly sort?: Sort<(typeof SUPPRESSION_SORTS)[number]> | undefined
}

export function pageOfSuppressions(
  partnerId: number,
  page: SuppressionPage,
): Statement<SuppressionRow> {
  return sql`
    select suppressed.*, consumers.email_blind, consumers.email_sealed
    from mail_suppressions as suppressed
    join consumers
      on consumers.partner_id = suppressed.partner_id
      and consumers.consumer_id = suppressed.consumer_id
    where suppressed.partner_id = ${partnerId}
    order by ${ORDERS.by(page.sort)}
    limit ${page.pageSize} offset ${offsetOf(page)}`
}

export function countSuppressions(partnerId: number): Statement<{ total: bigint }> {
  return sql`select count(*) as total from mail_suppressions where partner_id = ${partnerId}`
}
