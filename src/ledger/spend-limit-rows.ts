import { dateAt, minorUnits, type FieldFault } from '../core/mod.ts'
import {
  bigint,
  integer,
  namesOf,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type ColumnsOf,
  type Db,
  type SpendLimitsRow,
  type Statement,
  type Tx,
  type Writer,
} from '../db/mod.ts'
import type { Book } from './book.ts'
import { blockGroups } from './block-groups.ts'
import {
  limitAt,
  SpendLimits,
  type PeriodLimit,
  type Spend,
  type SpendLimit,
} from './spend-limits.ts'

const WHOLE_PARTNER = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the spend limits of a partner. A group must send this statement after the one that locks
 * its book, to see the last commit.
 */
export async function readSpendLimits(db: Db, partnerId: number): Promise<SpendLimit[]> {
  return (await db.rows(limitsOf(partnerId))).map(toLimit)
}

/**
 * Returns the spend limits of a partner as they are at `now`, those of the whole partner first,
 * then by client id and currency.
 */
export async function listSpendLimits(
  db: Db,
  partnerId: number,
  now: number,
): Promise<SpendLimit[]> {
  return (await readSpendLimits(db, partnerId)).map((limit) => limitAt(limit, now))
}

/**
 * Returns the limit that the spend would exceed now, in words; undefined if none. Locks nothing.
 */
export async function findSpendFault(
  db: Db,
  { partnerId, ...spend }: Spend & { readonly partnerId: number },
  now: number,
): Promise<FieldFault | undefined> {
  return new SpendLimits(await readSpendLimits(db, partnerId)).findFault(spend, now)
}

/**
 * Copies the limits of one credential to another, with the amounts spent so far. Locks the book, so
 * that no group spends or removes a limit meanwhile.
 */
export async function copySpendLimits(
  tx: Tx,
  partnerId: number,
  clients: { readonly from: string; readonly to: string },
): Promise<void> {
  await blockGroups(tx, partnerId)
  await tx.rows(copyLimits(partnerId, clients))
}

/** Writes the limits that a group has changed, in its transaction. */
export function saveSpendLimits(tx: Writer, { partnerId, spendLimits }: Book): void {
  const changed = [...spendLimits.changed.values()]
  const present = changed.filter(({ day, month }) => day ?? month)
  const removed = changed.filter(({ day, month }) => !(day ?? month))
  if (present.length > 0) tx.write(upsertLimits(partnerId, present))
  if (removed.length > 0) tx.write(deleteLimits(partnerId, removed))
  if (spendLimits.isEmpty !== spendLimits.wasEmpty) {
    tx.write(markLimited(partnerId, !spendLimits.isEmpty))
  }
}

function copyLimits(
  partnerId: number,
  { from, to }: { from: string; to: string },
): Statement<never> {
  return sql`
    insert into spend_limits (${LIMITS.names})
    select partner_id, ${to}, currency, per_day_minor, per_month_minor, day_spent_minor,
           month_spent_minor, counted_at
    from spend_limits where partner_id = ${partnerId} and client_id = ${from}`
}

function limitsOf(partnerId: number): Statement<SpendLimitsRow> {
  return sql`
    select ${LIMITS.names} from spend_limits where partner_id = ${partnerId}
    order by client_id, currency collate "C"`
}

function toLimit(row: SpendLimitsRow): SpendLimit {
  return {
    clientId: row.client_id === WHOLE_PARTNER ? undefined : row.client_id,
    currency: row.currency,
    day: toPeriod(row.per_day_minor, row.day_spent_minor),
    month: toPeriod(row.per_month_minor, row.month_spent_minor),
    countedAt: row.counted_at.getTime(),
  }
}

function toPeriod(limit: bigint | null, spent: bigint): PeriodLimit | undefined {
  if (limit === null) return undefined
  return { limitMinor: minorUnits(limit), spentMinor: minorUnits(spent) }
}

function upsertLimits(partnerId: number, limits: readonly SpendLimit[]): Statement<never> {
  return sql`${LIMITS.insert(limits, partnerId)} ${ON_CONFLICT}`
}

const COUNTED: ColumnsOf<SpendLimitsRow, SpendLimit> = {
  per_day_minor: bigint((one) => one.day?.limitMinor ?? null),
  per_month_minor: bigint((one) => one.month?.limitMinor ?? null),
  day_spent_minor: bigint((one) => one.day?.spentMinor ?? 0n),
  month_spent_minor: bigint((one) => one.month?.spentMinor ?? 0n),
  counted_at: timestamptz((one) => dateAt(one.countedAt)),
}

const LIMITS = table<SpendLimitsRow, SpendLimit, number>(
  'spend_limits',
  { client_id: uuid((one) => clientOf(one)), currency: text((one) => one.currency), ...COUNTED },
  { partner_id: integer((partnerId) => partnerId) },
)

const ON_CONFLICT = sql<never>`
  on conflict (partner_id, client_id, currency) do update
  set ${LIMITS.excluded(...namesOf(COUNTED))}`

function deleteLimits(partnerId: number, limits: readonly SpendLimit[]): Statement<never> {
  return sql`
    delete from spend_limits
    using unnest(
      ${limits.map(clientOf)}::uuid[], ${limits.map((one) => one.currency)}::text[]
    ) as input (client_id, currency)
    where partner_id = ${partnerId} and spend_limits.client_id = input.client_id
      and spend_limits.currency = input.currency`
}

function clientOf({ clientId }: SpendLimit): string {
  return clientId ?? WHOLE_PARTNER
}

function markLimited(partnerId: number, isLimited: boolean): Statement<never> {
  return sql`
    update books set has_spend_limits = ${isLimited} where partner_id = ${partnerId}`
}
