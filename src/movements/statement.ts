import { minorUnits, ZERO, type Currency, type MinorUnits } from '../core/mod.ts'
import { maybeRow, sql, type Db, type Statement as Query } from '../db/mod.ts'
import { archivedBefore, archivedUntil, TRANSFER_CODES } from '../ledger/mod.ts'
import { FUNDS_KINDS, signedAmount, type FundsKind } from './movement.ts'
import { type FundsAccount, type Numbers, type PricedMovement } from './movement-rows.ts'
import { numbersAt } from './numbers-at.ts'
import { readChunk } from './read-chunk.ts'

/** The accounts that have statements: the funds, and the money that is set aside for links. */
export const STATEMENT_ACCOUNTS = ['funds', 'links'] as const
export type StatementAccount = (typeof STATEMENT_ACCOUNTS)[number]

export interface StatementQuery {
  readonly partnerId: number
  readonly account: StatementAccount
  readonly currency: Currency
  readonly fromMs: number
  /** The end of the period, not included. */
  readonly beforeMs: number
}

/** A statement of an account in one currency: opening plus movements is closing. */
export interface Statement extends StatementQuery {
  readonly openingMinor: MinorUnits
  /** Adds the movements up in the database, once, for a format that begins with their sums. */
  sums(): Promise<StatementSums>
  /**
   * Yields the movements that change the balance, oldest first, in chunks. Each chunk is read once,
   * before the next one.
   */
  chunks(): AsyncGenerator<Iterable<StatementLine>>
}

export interface StatementSums {
  readonly closingMinor: MinorUnits
  /** One entry per kind that occurs, in the order of FUNDS_KINDS, or of LINKS_KINDS. */
  readonly totals: readonly KindTotal[]
}

/** A statement with its sums. */
export interface StatementPart {
  readonly statement: Statement
  readonly sums: StatementSums
}

export interface KindTotal {
  readonly kind: FundsKind
  readonly count: number
  readonly sumMinor: MinorUnits
}

/** A movement, and the balance after it. */
export interface StatementLine {
  readonly row: PricedMovement
  readonly balanceMinor: bigint
}

/** The transfer numbers that one chunk spans. Its texts are in memory twice. */
const CHUNK = 2_000

/**
 * Returns the statement of [from, before). Holds are not part of it: they change the available
 * amount, not the balance. Sums the opening balance from the nearer end of the book, or from its
 * last transfer if older ones were removed. Refuses archived if the period begins before the end of
 * the removed transfers.
 */
export async function openStatement(db: Db, query: StatementQuery): Promise<Statement> {
  const { partnerId, account, currency, fromMs, beforeMs } = query
  const kind = account === 'links' ? 'promised' : 'funds'
  const [now, archivedMs] = await Promise.all([
    maybeRow(db, accountNow(partnerId, { kind, currency: currency.code })),
    archivedUntil(db, partnerId),
  ])
  if (archivedMs !== undefined && fromMs <= archivedMs) throw archivedBefore(archivedMs, 'from')
  if (!now) return nothing(query)
  const [from = 1, before = 1] = await numbersAt(db, partnerId, [fromMs, beforeMs])
  const lastKnown = Number(now.last_transfer)
  const first = Math.min(from, lastKnown + 1)
  const last = Math.min(before - 1, lastKnown)
  const fundsAccount = { partnerId, account: now.account_id }
  const totalsOf = (numbers: Numbers) => sumsByKind(db, { fundsAccount, account }, numbers)
  const opening =
    archivedMs === undefined && first - 1 <= lastKnown - first
      ? sumOf(await totalsOf({ first: 1, last: first - 1 }))
      : now.posted - sumOf(await totalsOf({ first, last: lastKnown }))
  const sumUp = async (): Promise<StatementSums> => {
    const totals = await totalsOf({ first, last })
    return { closingMinor: minorUnits(opening + sumOf(totals)), totals }
  }
  let sums: Promise<StatementSums> | undefined
  return {
    ...query,
    openingMinor: minorUnits(opening),
    sums: () => (sums ??= sumUp()),
    chunks: () => linesOf(db, { fundsAccount, opening }, { first, last }),
  }
}

/**
 * Returns the parts of a document for people, each with its sums: the statement, and that of the
 * money set aside for links, if it has a balance or a movement.
 */
export async function statedParts(
  statement: Statement,
  links: Statement | undefined,
): Promise<StatementPart[]> {
  const all = links ? [statement, links] : [statement]
  const parts = await Promise.all(
    all.map(async (one) => ({ statement: one, sums: await one.sums() })),
  )
  return parts.filter(
    (part) =>
      part.statement === statement ||
      part.statement.openingMinor !== 0n ||
      part.sums.totals.length > 0,
  )
}

function nothing(query: StatementQuery): Statement {
  const sums = { closingMinor: ZERO, totals: [] }
  return { ...query, openingMinor: ZERO, sums: () => Promise.resolve(sums), chunks: noLines }
}

async function* noLines(): AsyncGenerator<Iterable<StatementLine>> {
  yield* []
}

function sumOf(totals: readonly KindTotal[]): bigint {
  return totals.reduce((sum, { sumMinor }) => sum + sumMinor, 0n)
}

/** The kinds of transfers of the money of links, as they follow each other. There are no others. */
const LINKS_KINDS: readonly FundsKind[] = ['link_send', 'order_charge', 'link_return']

interface SummedAccount extends Pick<StatementQuery, 'account'> {
  readonly fundsAccount: FundsAccount
}

async function sumsByKind(
  db: Db,
  { fundsAccount, account }: SummedAccount,
  numbers: Numbers,
): Promise<KindTotal[]> {
  if (numbers.last < numbers.first) return []
  const rows = await db.rows(sumsByCode(fundsAccount, numbers))
  return (account === 'links' ? LINKS_KINDS : FUNDS_KINDS).flatMap((kind) => {
    const row = rows.find(({ code }) => code === TRANSFER_CODES[kind])
    if (!row) return []
    return { kind, count: Number(row.count), sumMinor: minorUnits(BigInt(row.sum)) }
  })
}

interface Lines {
  readonly fundsAccount: FundsAccount
  readonly opening: bigint
}

/** Reads the next chunk while the chunk before it is sent. */
async function* linesOf(
  db: Db,
  { fundsAccount, opening }: Lines,
  { first, last }: Numbers,
): AsyncGenerator<Iterable<StatementLine>> {
  const read = (from: number) => {
    if (from > last) return undefined
    const chunk = { first: from, last: Math.min(last, from + CHUNK - 1) }
    const rows = readChunk(db, fundsAccount, chunk)
    // A failure is thrown where the chunk is used. Until then, it must not count as an unhandled
    // rejection.
    rows.catch(() => undefined)
    return rows
  }
  let balance = opening
  const linesOfChunk = function* (rows: Iterable<PricedMovement>): Generator<StatementLine, void> {
    for (const row of rows) yield { row, balanceMinor: (balance += signedAmount(row)) }
  }
  let next = read(first)
  for (let from = first; next; from += CHUNK) {
    const rows = await next
    next = read(from + CHUNK)
    yield linesOfChunk(rows)
  }
}

/** Reads the balance and the number of the last transfer in one snapshot, so that they agree. */
function accountNow(
  partnerId: number,
  { kind, currency }: { readonly kind: 'funds' | 'promised'; readonly currency: string },
): Query<{ account_id: bigint; posted: bigint; last_transfer: bigint }> {
  return sql`
    select f.account_id, f.credits_posted - f.debits_posted as posted, b.last_transfer
    from books b join accounts f on f.partner_id = ${partnerId} and f.kind = ${kind}
      and f.currency = ${currency}
    where b.partner_id = ${partnerId}`
}

/** Sums are text: numeric, so that no sum overflows. */
function sumsByCode(
  { partnerId, account }: FundsAccount,
  { first, last }: Numbers,
): Query<{ code: number; count: bigint; sum: string }> {
  return sql`
    select code, count(*) as count,
      sum(case when debit_account = ${account} then -amount else amount end)::text as sum
    from transfers
    where partner_id = ${partnerId} and transfer_no between ${first} and ${last}
      and state in (0, 2) and ${account} in (debit_account, credit_account)
    group by code`
}
