import { recordAudit, type Actor } from '../audit/mod.ts'
import {
  formatAmount,
  invalidField,
  minorUnits,
  storedCurrency,
  type Currency,
  type MinorUnits,
} from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import {
  deleteFundsNotice,
  fundsNoticesOf,
  putFundsNotice,
  type FundsNoticeKind,
  type FundsNoticeName,
  type KnownNotice,
} from './funds-notice-rows.ts'

/** The notices about funds in a currency that a person has requested. */
export interface FundsNotices {
  readonly currency: Currency
  /** The person is mailed if the funds are below this amount. */
  readonly belowMinor: MinorUnits | undefined
  /** The person is mailed if the funds last fewer days. */
  readonly belowDays: number | undefined
  /** The time since which the funds are known to be low; undefined while they are not. */
  readonly lowSince: number | undefined
  /** True if the person is mailed of the next deposit. */
  readonly onDeposit: boolean
}

/** The greatest value of `belowDays`. */
const BELOW_DAYS_MAX = 365

/** Returns the notices of a person, by currency. */
export async function listFundsNotices(
  db: Db,
  person: Pick<FundsNoticeName, 'partnerId' | 'userId'>,
): Promise<FundsNotices[]> {
  const rows = await db.rows(fundsNoticesOf(person))
  return [...new Set(rows.map(({ currency }) => currency))].map((currency) =>
    noticesIn(currency, rows),
  )
}

function noticesIn(currency: string, rows: readonly KnownNotice[]): FundsNotices {
  const notice = (kind: FundsNoticeKind) =>
    rows.find((row) => row.currency === currency && row.kind === kind)
  const low = notice('LOW')
  const deposit = notice('DEPOSIT')
  return {
    currency: storedCurrency(currency),
    belowMinor: low?.below_minor ? minorUnits(low.below_minor) : undefined,
    belowDays: low?.below_days ?? undefined,
    lowSince: low?.noticed_at?.getTime(),
    onDeposit: deposit !== undefined && deposit.noticed_at === null,
  }
}

export interface FundsNoticesChange {
  readonly partnerId: number
  readonly userId: number
  readonly currency: Currency
  /** Undefined changes nothing, null ends it. */
  readonly belowMinor?: MinorUnits | null | undefined
  readonly belowDays?: number | null | undefined
  readonly onDeposit?: boolean | undefined
  readonly portalUrl: string | undefined
  readonly actor: Actor
  readonly at: number
}

/**
 * Changes the notices of a person about funds in a currency. Audited; writes nothing if nothing
 * changes. After a change of a threshold, the person is mailed if the funds are below it.
 *
 * Refuses invalid_request for days that are not whole, or not from 1 to 365.
 */
export async function changeFundsNotices(tx: Tx, change: FundsNoticesChange): Promise<void> {
  const { partnerId, userId, currency, actor, at, portalUrl } = change
  checkDays(change.belowDays)
  const { code } = currency
  const before = noticesIn(code, await tx.rows(fundsNoticesOf({ partnerId, userId })))
  const after = { ...before, ...changedFields(change) }
  if (isSame(before, after)) return
  const notice = { userId, currency: code, partnerId, portalUrl }
  const { belowMinor, belowDays, onDeposit } = after
  if (belowMinor !== before.belowMinor || belowDays !== before.belowDays) {
    const low = { ...notice, kind: 'LOW', belowMinor, belowDays } as const
    const isOff = belowMinor === undefined && belowDays === undefined
    tx.write(isOff ? deleteFundsNotice(low) : putFundsNotice(low))
  }
  if (onDeposit !== before.onDeposit) {
    const deposit = { ...notice, kind: 'DEPOSIT' } as const
    tx.write(onDeposit ? putFundsNotice(deposit) : deleteFundsNotice(deposit))
  }
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'user.funds_notices',
    target: `user:${userId}`,
    valueOut: 'none',
    before: auditable(before),
    after: auditable(after),
    at,
  })
}

function checkDays(days: number | null | undefined): void {
  if (days === undefined || days === null) return
  if (Number.isInteger(days) && days >= 1 && days <= BELOW_DAYS_MAX) return
  throw invalidField('belowDays', `must be null or a whole number from 1 to ${BELOW_DAYS_MAX}`)
}

function changedFields({ belowMinor, belowDays, onDeposit }: FundsNoticesChange) {
  return {
    ...(belowMinor !== undefined && { belowMinor: belowMinor ?? undefined }),
    ...(belowDays !== undefined && { belowDays: belowDays ?? undefined }),
    ...(onDeposit !== undefined && { onDeposit }),
  }
}

function isSame(one: FundsNotices, other: FundsNotices): boolean {
  return (
    one.belowMinor === other.belowMinor &&
    one.belowDays === other.belowDays &&
    one.onDeposit === other.onDeposit
  )
}

function auditable({ currency, belowMinor, belowDays, onDeposit }: FundsNotices) {
  return {
    currency: currency.code,
    below: belowMinor === undefined ? null : formatAmount(belowMinor, currency),
    belowDays: belowDays ?? null,
    onDeposit,
  }
}
