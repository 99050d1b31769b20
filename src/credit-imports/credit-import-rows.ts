import { dateAt } from '../core/mod.ts'
import {
  insertRow,
  sql,
  type CreditImportPartsRow,
  type CreditImportsRow,
  type Statement,
  twinned,
} from '../db/mod.ts'
import type { CreditImportKey, CreditImportRow, StoredTotals } from './credit-import.ts'
import type { RowError } from './credit-row.ts'

export interface NewCreditImport extends CreditImportKey {
  readonly fileReference: string
  readonly isDryRun: boolean
  readonly createsConsumers: boolean
  readonly actor: string
  readonly madeBy: number | null
  readonly now: number
}

/** Returns no row if the partner has an import of this id. */
export function insertCreditImport(row: NewCreditImport): Statement<{ import_id: string }> {
  const now = dateAt(row.now)
  const inserted = insertRow<CreditImportsRow>('credit_imports', {
    partner_id: row.partnerId,
    import_id: row.importId,
    state: 'CHECKING',
    file_reference: row.fileReference,
    is_dry_run: row.isDryRun,
    creates_consumers: row.createsConsumers,
    actor: row.actor,
    made_by: row.madeBy,
    created_at: now,
    progress_at: now,
  })
  return sql`
    ${inserted}
    on conflict do nothing
    returning import_id`
}

export interface NewPart {
  readonly partNo: number
  readonly rows: number
  readonly totals: StoredTotals
  readonly errors: readonly RowError[]
  readonly sealed: Buffer | null
}

export function insertPart(
  { partnerId, importId }: CreditImportKey,
  { partNo, rows, totals, errors, sealed }: NewPart,
): Statement<never> {
  return insertRow<CreditImportPartsRow>('credit_import_parts', {
    partner_id: partnerId,
    import_id: importId,
    part_no: partNo,
    row_count: rows,
    totals: JSON.stringify(totals),
    errors: JSON.stringify(errors),
    sealed,
  })
}

/** Counts the rows of a part of a file. Returns no row if its check was ended by somebody else. */
export function addChecked(
  { partnerId, importId }: CreditImportKey,
  { rows, errors, now }: { readonly rows: number; readonly errors: number; readonly now: number },
): Statement<{ import_id: string }> {
  return sql`
    update credit_imports
    set row_count = row_count + ${rows}, error_count = error_count + ${errors},
        progress_at = ${dateAt(now)}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and state = 'CHECKING'
    returning import_id`
}

/** Ends a check whose file was cut off. Does nothing if the check has ended. */
export function setCutOff({ partnerId, importId }: CreditImportKey, now: number): Statement<never> {
  return sql`
    update credit_imports
    set state = 'REJECTED', failure = 'the file was cut off before its end',
        progress_at = ${dateAt(now)}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and state = 'CHECKING'`
}

/** Ends the check: an import with errors, or without rows, is rejected. */
export function endCheck(
  { partnerId, importId }: CreditImportKey,
  now: number,
): Statement<Pick<CreditImportsRow, 'state'>> {
  return sql`
    update credit_imports
    set state = case when error_count > 0 then 'REJECTED' else 'CHECKED' end,
        progress_at = ${dateAt(now)}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and state = 'CHECKING'
    returning state`
}

/** The columns of an import and its results so far. */
export function withOutcome({
  partnerId,
}: Pick<CreditImportKey, 'partnerId'>): Statement<CreditImportRow> {
  return sql`
    credit_imports.*, (
      select array[coalesce(sum(o.credited), 0), coalesce(sum(o.repeated), 0),
                   coalesce(sum(o.refused), 0)]::bigint[]
      from credit_import_outcomes o
      where o.partner_id = ${partnerId} and o.import_id = credit_imports.import_id
    ) as outcome`
}

export function findRow({ partnerId, importId }: CreditImportKey): Statement<CreditImportRow> {
  return sql`
    select ${withOutcome({ partnerId })} from credit_imports
    where partner_id = ${partnerId} and import_id = ${importId}::uuid`
}

export type LockedImport = Pick<
  CreditImportsRow,
  'partner_id' | 'state' | 'is_dry_run' | 'file_reference' | 'made_by' | 'created_at'
>

export function lockRow({ partnerId, importId }: CreditImportKey): Statement<LockedImport> {
  return sql`
    select partner_id, state, is_dry_run, file_reference, made_by, created_at from credit_imports
    where partner_id = ${partnerId} and import_id = ${importId}::uuid
    for update`
}

export function setRunning(
  { partnerId, importId }: CreditImportKey,
  now: number,
): Statement<never> {
  return sql`
    update credit_imports
    set state = 'RUNNING', failure = null, lease_until = '-infinity', lease_owner = null,
        started_at = coalesce(started_at, ${dateAt(now)}), progress_at = ${dateAt(now)}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid`
}

export type Ending =
  | { readonly state: 'STOPPED'; readonly failure: string }
  | { readonly state: 'DONE' | 'CANCELLED' }

/** Ends the run of an import. Returns no row if it has ended already. */
export function setEnded(
  { partnerId, importId }: CreditImportKey,
  ending: Ending,
  now: number,
): Statement<{ import_id: string }> {
  const failure = ending.state === 'STOPPED' ? ending.failure : null
  const endedAt = ending.state === 'STOPPED' ? null : dateAt(now)
  return sql`
    update credit_imports
    set state = ${ending.state}, failure = ${failure}, lease_until = null, lease_owner = null,
        ended_at = ${endedAt}::timestamptz, progress_at = ${dateAt(now)}
    where partner_id = ${partnerId} and import_id = ${importId}::uuid
      and (state = 'RUNNING'
        or ${ending.state} = 'CANCELLED' and state in ('CHECKED', 'STOPPED'))
    returning import_id`
}

/** Removes the rows of a file that are not needed any more. */
export function forgetRows({ partnerId, importId }: CreditImportKey): Statement<never> {
  return sql`
    update credit_import_parts set sealed = null
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and sealed is not null`
}

/** Returns the totals of each part without an outcome. */
export function totalsLeft({
  partnerId,
  importId,
}: CreditImportKey): Statement<{ totals: StoredTotals }> {
  return sql`
    select totals from credit_import_parts p
    where p.partner_id = ${partnerId} and p.import_id = ${importId}::uuid
      and ${hasNoOutcome(partnerId)}`
}

function hasNoOutcome(partnerId: number): Statement<never> {
  return sql`not exists (
    select 1 from credit_import_outcomes o
    where o.partner_id = ${partnerId} and o.import_id = p.import_id and o.part_no = p.part_no)`
}

/** Returns the first part without an outcome after a given one. */
export function nextPart(
  { partnerId, importId }: CreditImportKey,
  after: number,
): Statement<Pick<CreditImportPartsRow, 'part_no' | 'sealed'>> {
  return sql`
    select part_no, sealed from credit_import_parts p
    where p.partner_id = ${partnerId} and p.import_id = ${importId}::uuid
      and p.part_no > ${after} and ${hasNoOutcome(partnerId)}
    order by part_no limit 1`
}

export interface PartOutcome {
  readonly partNo: number
  readonly credited: number
  readonly repeated: number
  readonly refused: number
  readonly report: string
}

/**
 * Fails the transaction if the part has an outcome, or if the import is not RUNNING or its partner
 * is suspended (a null violates a constraint then). Cancelling and suspending either wait for this
 * transaction or are seen by it.
 */
export const insertOutcome = twinned(
  'insertOutcome',
  (key: CreditImportKey, outcome: PartOutcome): Statement<never> => {
    const { partnerId, importId } = key
    return sql`
      ${insertOf(sql`${partnerId}::integer, ${importId}::uuid`, outcome)}, (
        select true from credit_imports
        where partner_id = ${partnerId} and import_id = ${importId}::uuid and state = 'RUNNING'
        for share)
      and (
        select true from partners
        where partner_id = ${partnerId} and status = 'ACTIVE'
        for share)`
  },
)

/**
 * The insert up to the value of `is_running`. `file` is two columns: the partner and the import.
 */
export function insertOf(
  file: Statement<never>,
  { partNo, credited, repeated, refused, report }: PartOutcome,
): Statement<never> {
  return sql`
    insert into credit_import_outcomes (
      partner_id, import_id, part_no, credited, repeated, refused, report, is_running)
    select ${file}, ${partNo}::integer, ${credited}::integer, ${repeated}::integer,
      ${refused}::integer, ${report}::text`
}

/** The reports of the parts after a given one, in the order of the file. */
export function readReports(
  { partnerId, importId }: CreditImportKey,
  { after, limit }: { readonly after: number; readonly limit: number },
): Statement<Pick<CreditImportPartsRow, 'part_no' | 'errors'> & { report: string | null }> {
  return sql`
    select p.part_no, p.errors, (
      select o.report from credit_import_outcomes o
      where o.partner_id = ${partnerId} and o.import_id = p.import_id and o.part_no = p.part_no
    ) as report
    from credit_import_parts p
    where p.partner_id = ${partnerId} and p.import_id = ${importId}::uuid
      and p.part_no > ${after}
    order by p.part_no
    limit ${limit}`
}

/** The errors of the first parts with errors. */
export function readErrors(
  { partnerId, importId }: CreditImportKey,
  partsMax: number,
): Statement<Pick<CreditImportPartsRow, 'errors'>> {
  return sql`
    select errors from credit_import_parts
    where partner_id = ${partnerId} and import_id = ${importId}::uuid and errors <> '[]'::jsonb
    order by part_no
    limit ${partsMax}`
}
