import assert from 'node:assert/strict'
import { invalidParameter, isoTime, type Currency } from '../core/mod.ts'
import {
  groupedAmount,
  partyOf,
  printDocument,
  shownInstant,
  type LegalIdentity,
  type PrintedDocument,
} from '../documents/mod.ts'
import { kindOf, orderIdOf, signedAmount, type FundsKind } from './movement.ts'
import { statedParts, type Statement, type StatementPart } from './statement.ts'
import { kindText, TITLES, type Heading } from './statement-formats.ts'

/** The most movements that a PDF has, some hundred pages. CSV has no bound. */
const PDF_MOVEMENTS_MAX = 5_000

/** The data of a statement document besides its movements. */
export interface DocumentHeading extends Heading {
  readonly issuer: LegalIdentity
  /** The legal identity of the partner. If it has no name, the partner's name is printed. */
  readonly legal: Partial<LegalIdentity> | undefined
  readonly isTest: boolean
  readonly printedAtMs: number
}

/**
 * Yields the statement as PDF. Throws if opening, movements and closing do not add up, because
 * readers would trust the document. Refuses a period with more than PDF_MOVEMENTS_MAX movements.
 */
export async function* statementPdf(
  statement: Statement,
  heading: DocumentHeading,
): AsyncGenerator<Uint8Array> {
  const parts = await statedParts(statement, heading.links)
  const count = parts
    .flatMap(({ sums }) => sums.totals)
    .reduce((total, one) => total + one.count, 0)
  if (count > PDF_MOVEMENTS_MAX) {
    throw invalidParameter(
      'to',
      `must be earlier for a PDF, which has at most ${PDF_MOVEMENTS_MAX} movements: this period ` +
        `has ${count}; choose a shorter one, or CSV`,
    )
  }
  const tables: PrintedDocument['tables'][number][] = []
  for (const part of parts) tables.push(...tablesOf(part, await rowsOf(part)))
  yield await printDocument(documentOf({ statement, tables, heading }))
}

/** Returns the movements as rows of texts. Throws if they do not add up to the closing balance. */
async function rowsOf({ statement, sums }: StatementPart): Promise<string[][]> {
  const { partnerId, currency, openingMinor } = statement
  const money = (minor: bigint): string => groupedAmount(minor, currency)
  const rows: string[][] = []
  let balance: bigint = openingMinor
  for await (const lines of statement.chunks()) {
    for (const { row, balanceMinor } of lines) {
      const amount = signedAmount(row)
      balance += amount
      assert.equal(balanceMinor, balance, `movement ${row.transfer_no} does not follow the last`)
      rows.push([
        shownInstant(Math.round(row.at_ms), 'second'),
        kindLabel(kindOf(row), statement),
        row.reference ?? '',
        orderIdOf(partnerId, row) ?? '',
        money(amount),
        money(balance),
      ])
    }
  }
  const total = sums.totals.reduce((sum, { sumMinor }) => sum + sumMinor, 0n)
  assert.equal(openingMinor + total, sums.closingMinor, 'totals by kind do not lead to closing')
  assert.equal(balance, sums.closingMinor, 'movements do not lead to the closing balance')
  return rows
}

interface PrintedStatement {
  readonly statement: Statement
  readonly tables: PrintedDocument['tables']
  readonly heading: DocumentHeading
}

function documentOf({ statement, tables, heading }: PrintedStatement): PrintedDocument {
  const { account, currency, fromMs, beforeMs } = statement
  const { issuer, legal, partnerId, partnerName } = heading
  const partner = partyOf('For', { ...legal, name: legal?.name ?? partnerName })
  return {
    title: account === 'links' ? 'Statement of links' : 'Statement of funds',
    number: statementNumber(statement),
    ...warningOf(heading),
    issuer: partyOf('From', issuer),
    recipient: { ...partner, lines: [`Partner ${partnerId}`, ...partner.lines] },
    facts: [
      ['Period', `from ${shownInstant(fromMs)}, before ${shownInstant(beforeMs)} (UTC)`],
      ['Currency', currency.code],
    ],
    tables,
    notes: [
      'This statement says what moved the funds. It is neither an invoice nor a statement of tax.',
    ],
    printedAtMs: heading.printedAtMs,
  }
}

function tablesOf(
  { statement, sums }: StatementPart,
  rows: readonly (readonly string[])[],
): PrintedDocument['tables'] {
  const { account, currency, openingMinor } = statement
  const money = (minor: bigint): string => groupedAmount(minor, currency)
  const { summary, movements } = TITLES[account]
  return [
    {
      title: summary,
      columns: [
        { label: 'Movement', width: 5 },
        { label: 'Count', width: 2, isNumber: true },
        { label: amountIn(currency), width: 3, isNumber: true },
      ],
      rows: [
        ['Opening balance', '', money(openingMinor)],
        ...sums.totals.map((one) => [
          kindLabel(one.kind, statement),
          String(one.count),
          money(one.sumMinor),
        ]),
        ['Closing balance', '', money(sums.closingMinor)],
      ],
      hasTotal: true,
    },
    { title: movements, columns: columnsIn(currency), rows },
  ]
}

function kindLabel(kind: FundsKind, statement: Statement): string {
  const text = kindText(kind, statement)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function columnsIn(currency: Currency): PrintedDocument['tables'][number]['columns'] {
  return [
    { label: 'Time (UTC)', width: 79 },
    { label: 'Movement', width: 60 },
    { label: 'Reference', width: 77 },
    // Wide enough for the id of an order: 99 of 100 have at most 116 points.
    { label: 'Order', width: 122 },
    { label: amountIn(currency), width: 86, isNumber: true },
    { label: 'Balance', width: 88, isNumber: true },
  ]
}

function amountIn({ code }: Currency): string {
  return `Amount (${code})`
}

function warningOf({ isTest, isProvisional }: DocumentHeading): { warning?: string } {
  if (isTest) return { warning: 'Test: play money, which nobody owes.' }
  if (!isProvisional) return {}
  return { warning: 'Provisional: this period is not over, and movements may still be added.' }
}

/** Returns the number of a statement, made of partner, currency and period. */
function statementNumber({ account, partnerId, currency, fromMs, beforeMs }: Statement): string {
  return [
    account === 'links' ? 'SL' : 'ST',
    partnerId,
    currency.code,
    instantMark(fromMs),
    instantMark(beforeMs),
  ].join('-')
}

const DAY_MARK_LENGTH = 'YYYYMMDD'.length

/** Returns the day, with the time unless it is midnight. */
function instantMark(ms: number): string {
  const digits = isoTime(ms).replaceAll(/\D/g, '')
  const [day, time] = [digits.slice(0, DAY_MARK_LENGTH), digits.slice(DAY_MARK_LENGTH)]
  return /^0*$/.test(time) ? day : `${day}T${time}`
}
