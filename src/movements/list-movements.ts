import type { Label } from '../core/mod.ts'
import type { Db, Statement } from '../db/mod.ts'
import { maybeRow, sql } from '../db/mod.ts'
import { archivedUntil, TRANSFER_CODES } from '../ledger/mod.ts'
import { codesOf, FUNDS_KINDS, toMovement, type FundsKind, type Movement } from './movement.ts'
import { isLabelled, labelledBack, movements, type Numbers } from './movement-rows.ts'
import { numbersAt } from './numbers-at.ts'
import { transfersOfReference } from './reference-rows.ts'

export interface MovementFilter {
  readonly currency?: string | undefined
  readonly kind?: FundsKind | undefined
  /**
   * The reference of a deposit, a reversal or a wallet transaction, or the clientReference of an
   * order.
   */
  readonly reference?: string | undefined
  /** A label of a wallet transaction. */
  readonly label?: Label | undefined
  readonly fromMs?: number | undefined
  /** The end of the period, not included. */
  readonly beforeMs?: number | undefined
  /** Only movements before this one. */
  readonly afterNo?: number | undefined
  readonly pageSize: number
}

export interface MovementPage {
  readonly movements: Movement[]
  /** The number below which the next page continues; undefined at the end. */
  readonly nextNo: number | undefined
  /**
   * Credits and debits of wallets up to this instant may be missing, because they are archived. Set
   * on the last page.
   */
  readonly archivedMs: number | undefined
}

/**
 * The most transfers that a page may skip, which bounds its cost. So if movements of a kind are
 * rare, a page may be short or empty although there are more.
 */
const PASSED_MAX = 100_000

/** The kinds that the index transfers_of_funding has. */
const FUNDING: readonly FundsKind[] = ['deposit', 'reversal', 'case_refund']

/**
 * Returns a page of the movements of a partner's funds, newest first. Refuses archived for the
 * reference of a wallet transaction that was removed.
 */
export async function listMovements(
  db: Db,
  partnerId: number,
  filter: MovementFilter,
): Promise<MovementPage> {
  const { first, last } = await numbersOf(db, partnerId, filter)
  if (last < first) return await endingAt(db, partnerId, [])
  const isIndexed =
    filter.reference !== undefined || (filter.kind !== undefined && FUNDING.includes(filter.kind))
  const low = isIndexed ? first : await lowest(db, partnerId, { first, last, label: filter.label })
  const selected = await rowsOfPage(db, partnerId, { ...filter, low, last })
  const rows = await db.rows(movements(partnerId, selected))
  const page = rows.slice(0, filter.pageSize).map((row) => toMovement(partnerId, row))
  const oldest = page.at(-1)?.number
  const nextNo = rows.length > filter.pageSize ? oldest : low > first ? low : undefined
  if (nextNo === undefined) return await endingAt(db, partnerId, page)
  return { movements: page, nextNo, archivedMs: undefined }
}

/**
 * Returns the first transfer that a page may read. If the page shows one label, only transfers that
 * have labels count as skipped.
 */
async function lowest(
  db: Db,
  partnerId: number,
  { first, last, label }: Numbers & Pick<MovementFilter, 'label'>,
): Promise<number> {
  if (label === undefined) return Math.max(first, last - PASSED_MAX + 1)
  const row = await maybeRow(db, labelledBack(partnerId, { first, last }, PASSED_MAX))
  return row ? Number(row.transfer_no) : first
}

async function endingAt(db: Db, partnerId: number, page: Movement[]): Promise<MovementPage> {
  return { movements: page, nextNo: undefined, archivedMs: await archivedUntil(db, partnerId) }
}

async function numbersOf(db: Db, partnerId: number, filter: MovementFilter) {
  const { fromMs, beforeMs, afterNo } = filter
  const period = [fromMs ?? 0, beforeMs ?? FOREVER_MS]
  const [first = 1, before = 1] = await numbersAt(db, partnerId, period)
  return { first, last: Math.min(before, afterNo ?? Number.MAX_SAFE_INTEGER) - 1 }
}

/** 9999-12-31T23:59:59.999Z, the last instant that the service reads or writes. */
const FOREVER_MS = 253_402_300_799_999

interface PageFilter extends MovementFilter {
  readonly low: number
  readonly last: number
}

/** Returns the rows of `transfers` on the page: at most one more than its size. */
async function rowsOfPage(
  db: Db,
  partnerId: number,
  { low, last, currency, kind, reference, label, pageSize }: PageFilter,
): Promise<Statement<unknown>> {
  const codes = (kind ? [kind] : FUNDS_KINDS).flatMap(codesOf)
  const numbers =
    reference === undefined ? undefined : await transfersOfReference(db, partnerId, reference)
  return sql`
    select transfer.* from transfers transfer
    where transfer.partner_id = ${partnerId} and transfer.transfer_no between ${low} and ${last}
      ${ofFunds(partnerId)}
      ${indexedCode(kind) ?? sql`and transfer.code = any (${codes}::smallint[])`}
      ${numbers === undefined ? sql`` : sql`and transfer.transfer_no = any (${numbers}::bigint[])`}
      ${label === undefined ? sql`` : sql`and ${isLabelled(sql`transfer`, label)}`}
      ${currency === undefined ? sql`` : ofCurrency(partnerId, currency)}
    order by transfer.transfer_no desc limit ${pageSize + 1}`
}

/** PostgreSQL uses a partial index only if the condition has constants. */
function indexedCode(kind: FundsKind | undefined): Statement<unknown> | undefined {
  if (kind === undefined || !FUNDING.includes(kind)) return undefined
  return sql`and transfer.code = ${sql.raw(String(TRANSFER_CODES[kind]))}`
}

/**
 * Returns the condition that a transfer touches the funds. Orders of links and wallets, and refunds
 * to wallets, have transfers that do not.
 */
function ofFunds(partnerId: number): Statement<unknown> {
  const funds = sql`
    array(select account_id from accounts where partner_id = ${partnerId} and kind = 'funds')`
  return sql`
    and (transfer.debit_account = any(${funds}) or transfer.credit_account = any(${funds}))`
}

function ofCurrency(partnerId: number, currency: string): Statement<unknown> {
  return sql`
    and (select account_id from accounts
         where partner_id = ${partnerId} and kind = 'funds' and currency = ${currency})
      in (transfer.debit_account, transfer.credit_account)`
}
