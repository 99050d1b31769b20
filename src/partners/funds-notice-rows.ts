import { dateAt } from '../core/mod.ts'
import { sql, type FundsNoticesRow, type Statement } from '../db/mod.ts'

export type FundsNoticeKind = 'LOW' | 'DEPOSIT'

/** The key of a notice that a person has requested. */
export interface FundsNoticeName {
  readonly partnerId: number
  readonly userId: number
  readonly currency: string
  readonly kind: FundsNoticeKind
}

/** The notices of a person, by currency. */
export function fundsNoticesOf({
  partnerId,
  userId,
}: Pick<FundsNoticeName, 'partnerId' | 'userId'>): Statement<KnownNotice> {
  return sql`
    select currency, kind, below_minor, below_days, noticed_at from funds_notices
    where partner_id = ${partnerId} and user_id = ${userId} order by currency, kind`
}

export type KnownNotice = Pick<
  FundsNoticesRow,
  'currency' | 'kind' | 'below_minor' | 'below_days' | 'noticed_at'
>

export interface NewFundsNotice extends FundsNoticeName {
  readonly belowMinor?: bigint | undefined
  readonly belowDays?: number | undefined
  readonly portalUrl: string | undefined
}

/** Sets a notice. Earlier mails no longer count: the person is mailed anew. */
export function putFundsNotice(notice: NewFundsNotice): Statement<never> {
  const { userId, currency, kind, partnerId, belowMinor, belowDays, portalUrl } = notice
  return sql`
    insert into funds_notices
      (partner_id, user_id, currency, kind, below_minor, below_days, portal_url)
    values (${partnerId}, ${userId}, ${currency}, ${kind}, ${belowMinor ?? null},
            ${belowDays ?? null}, ${portalUrl ?? null})
    on conflict (partner_id, user_id, currency, kind) do update
    set below_minor = excluded.below_minor, below_days = excluded.below_days,
      portal_url = excluded.portal_url, noticed_at = null, deposited_minor = null,
      mail_attempts = 0, mail_due_at = null`
}

export function deleteFundsNotice(name: FundsNoticeName): Statement<never> {
  const { partnerId, userId, currency, kind } = name
  return sql`
    delete from funds_notices
    where partner_id = ${partnerId} and user_id = ${userId} and currency = ${currency}
      and kind = ${kind}`
}

/**
 * Queues the mails to people who have requested a notice of the next deposit. `deposits` has the
 * sum in minor units of each currency.
 */
export function noticeDeposits(
  partnerId: number,
  deposits: ReadonlyMap<string, bigint>,
  at: number,
): Statement<never> {
  const currencies = [...deposits.keys()]
  const sums = [...deposits.values()]
  return sql`
    update funds_notices as notice
    set noticed_at = ${dateAt(at)}, mail_due_at = ${dateAt(at)}, deposited_minor = (
      select sum_minor from unnest(${currencies}::text[], ${sums}::bigint[])
        as deposits (currency, sum_minor)
      where deposits.currency = notice.currency)
    where notice.partner_id = ${partnerId} and notice.currency = any(${currencies}::text[])
      and notice.kind = 'DEPOSIT' and notice.noticed_at is null`
}
