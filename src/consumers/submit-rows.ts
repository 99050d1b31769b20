import { Refusal, type FieldFault, type RefusalKind } from '../core/mod.ts'
import type { Statement } from '../db/mod.ts'
import { savepoint, type Book, type KeyedTransfer, type Ledger } from '../ledger/mod.ts'
import type { ConsumerState } from './state.ts'
import { submitWrite, type ConsumerWrite, type Needs } from './write.ts'

/** The write of a row, or the error of a row that cannot be written. */
export type Row<Result> = ConsumerWrite<Result> | Error

export type RowOutcome<Result> = { readonly result: Result } | { readonly error: Error }

interface RowsOptions<Result> {
  /** The field of the request that has the rows. */
  readonly list: string
  /** True if either all rows are written or none. */
  readonly isAtomic: boolean
  /** A refusal of this kind refuses all rows: none is written. */
  readonly stopsAt?: RefusalKind
  /** Returns a statement to run in the transaction of the rows. */
  record?(outcomes: readonly RowOutcome<Result>[], keys: RowKeys): Statement<never>
}

/** The wallet transactions of these rows, by their references. */
export interface RowKeys {
  readonly transactions: ReadonlyMap<string, KeyedTransfer>
  /** The references that were used before. */
  readonly usedBefore: ReadonlySet<string>
}

/**
 * Makes several writes of a partner in one commit, in their order; each sees the effects of earlier
 * ones. Returns the result or the refusal of each.
 *
 * Atomic rows are one act: orders that wait for funds are resumed after all of them. If one row is
 * refused, none is written, and the first refusal is thrown with the faults of all rows.
 */
export async function submitRows<Result>(
  ledger: Ledger,
  partnerId: number,
  rows: readonly Row<Result>[],
  options: RowsOptions<Result>,
): Promise<readonly RowOutcome<Result>[]> {
  const writes = rows.filter(isWrite)
  if (writes.length === 0 && !options.record) {
    const outcomes = rows.filter(isError).map(toRefused)
    requireAllIfAtomic(outcomes, options)
    return outcomes
  }
  return submitWrite(ledger, partnerId, {
    needs: needsOf(writes),
    rows: rows.length,
    decide: (book, state, follow) => decideRows({ book, state, follow }, rows, options),
  })
}

function isError(row: object): row is Error {
  return row instanceof Error
}

function isWrite<Result>(row: Row<Result>): row is ConsumerWrite<Result> {
  return !isError(row)
}

function toRefused(error: Error): { readonly error: Error } {
  return { error }
}

/** Returns the needs of all rows together. */
function needsOf(writes: readonly Pick<ConsumerWrite<unknown>, 'needs'>[]): Needs {
  const all: Partial<Record<keyof Needs, unknown[]>> = {}
  for (const { needs } of writes) {
    for (const name of Object.keys(needs) as (keyof Needs)[]) {
      const values = (all[name] ??= [])
      for (const value of needs[name] ?? []) values.push(value)
    }
  }
  return all as Needs
}

interface Deciding {
  readonly book: Book
  readonly state: ConsumerState
  follow(): void
}

/**
 * On the cached book, a refused row makes the whole request wait for the lock: the row may be a
 * replay, and later rows must see its effects.
 */
function decideRows<Result>(
  { book, state, follow }: Deciding,
  rows: readonly Row<Result>[],
  options: RowsOptions<Result>,
): readonly RowOutcome<Result>[] {
  const { stopsAt, record } = options
  const isOneAct = options.isAtomic || state.isCached || stopsAt !== undefined
  const usedBefore = new Set(record && state.transactions.keys())
  const undoes = isOneAct ? [savepoint(book), state.savepoint()] : []
  try {
    const outcomes = rows.map((row): RowOutcome<Result> => {
      if (isError(row)) return toRefused(row)
      const outcome = decideRow({ book, state, follow }, row)
      if ('error' in outcome && (state.isCached || isOfKind(outcome.error, stopsAt))) {
        throw outcome.error
      }
      if ('result' in outcome && !isOneAct) follow()
      return outcome
    })
    requireAllIfAtomic(outcomes, options)
    if (record) {
      state.alongside.push(record(outcomes, { transactions: state.transactions, usedBefore }))
    }
    return outcomes
  } catch (error) {
    for (const undo of undoes) undo()
    throw error
  }
}

function isOfKind(error: Error, kind: RefusalKind | undefined): boolean {
  return error instanceof Refusal && error.kind === kind
}

function decideRow<Result>(
  { book, state, follow }: Deciding,
  row: ConsumerWrite<Result>,
): RowOutcome<Result> {
  try {
    return { result: row.decide(book, state, follow) }
  } catch (error) {
    if (error instanceof Refusal) return toRefused(error)
    throw error
  }
}

/** Throws if the rows are atomic and one of them was refused. */
function requireAllIfAtomic<Result>(
  outcomes: readonly RowOutcome<Result>[],
  { isAtomic, list }: Pick<RowsOptions<Result>, 'isAtomic' | 'list'>,
): void {
  if (!isAtomic) return
  const faults = outcomes.flatMap((outcome, at) =>
    'error' in outcome ? [{ row: `${list}[${at}]`, error: outcome.error }] : [],
  )
  const [first] = faults
  if (!first) return
  const { row, error } = first
  if (!(error instanceof Refusal)) throw error
  const details = faults.flatMap((fault) => detailsOf(fault.row, fault.error))
  throw new Refusal(error.kind, `${row}: ${error.message}`, { ...error.extras, details })
}

/** Returns the faults of a row with their paths, such as `transactions[3].amount`. */
function detailsOf(row: string, error: Error): FieldFault[] {
  if (!(error instanceof Refusal)) return [{ field: row, message: error.message }]
  const { kind, message, extras } = error
  const name = FIELD_OF[kind]
  const details = extras.details ?? [{ field: name ?? '', message }]
  return details.map((one) => ({
    ...one,
    field: one.field === '' || one.field === 'body' ? row : `${row}.${one.field}`,
  }))
}

/** The field that is named if a refusal names none. */
const FIELD_OF: Partial<Record<RefusalKind, string>> = {
  wallet_unknown: 'walletId',
  wallet_not_enabled: 'walletId',
  campaign_over: 'walletId',
  archived: 'referenceId',
  balance_limit: 'amount',
}
