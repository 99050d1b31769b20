import { csvCell, escapeHtml, formatAmount, isoTime } from '../core/mod.ts'
import { formatTransferId } from '../ledger/mod.ts'
import { kindOf, orderIdOf, priceOf, signedAmount } from './movement.ts'
import { statedParts, type Statement, type StatementLine, type StatementPart } from './statement.ts'

const COLUMNS = [
  'transactionId',
  'at',
  'kind',
  'reference',
  'orderId',
  'walletId',
  'caseId',
  'depositId',
  'faceValue',
  'discount',
  'fee',
  'amount',
  'balance',
] as const
type Column = (typeof COLUMNS)[number]

/** The texts of a line, in the order of COLUMNS; empty where there is none. */
type Cells = readonly string[]

const LINE_END = '\r\n'

/**
 * Yields the statement as CSV (RFC 4180): a header row, the opening balance, a row per movement,
 * the closing balance. Amounts are decimal text in major units.
 */
export async function* statementCsv(statement: Statement): AsyncGenerator<string> {
  const { currency, openingMinor, fromMs, beforeMs } = statement
  const edge = (kind: string, ms: number, balance: bigint) =>
    ['', isoTime(ms), kind, ...Array<string>(9).fill(''), formatAmount(balance, currency)].join()
  yield COLUMNS.join() + LINE_END + edge('opening', fromMs, openingMinor) + LINE_END
  let balance: bigint = openingMinor
  for await (const lines of statement.chunks()) {
    let rows = ''
    for (const line of lines) {
      rows += csvRow(cellsOf(statement, line)) + LINE_END
      balance = line.balanceMinor
    }
    yield rows
  }
  yield edge('closing', beforeMs, balance) + LINE_END
}

const REFERENCE = COLUMNS.indexOf('reference')

/** Only a reference may need quoting, because partners and operators choose it. */
function csvRow(cells: Cells): string {
  const quoted = csvCell(cells[REFERENCE] ?? '')
  return quoted === cells[REFERENCE] ? cells.join() : cells.with(REFERENCE, quoted).join()
}

function cellsOf({ partnerId, currency }: Statement, { row, balanceMinor }: StatementLine): Cells {
  const price = priceOf(row)
  return [
    formatTransferId(partnerId, row.transfer_no),
    isoTime(Math.round(row.at_ms)),
    kindOf(row),
    row.reference ?? '',
    orderIdOf(partnerId, row) ?? '',
    textOf(row.wallet_id),
    textOf(row.case_id),
    row.deposit_no === null ? '' : formatTransferId(partnerId, row.deposit_no),
    price ? formatAmount(price.faceMinor, currency) : '',
    price ? formatAmount(price.discountMinor, currency) : '',
    price ? formatAmount(price.feeMinor, currency) : '',
    formatAmount(signedAmount(row), currency),
    formatAmount(balanceMinor, currency),
  ]
}

function textOf(number: bigint | null): string {
  return number === null ? '' : String(number)
}

/** The data of a statement besides its movements. */
export interface Heading {
  readonly partnerId: number
  readonly partnerName: string
  readonly isProvisional: boolean
  /** The statement of the money set aside for links, for formats that people read. */
  readonly links?: Statement | undefined
}

const NUMBERS: ReadonlySet<string> = new Set([
  'caseId',
  'faceValue',
  'discount',
  'fee',
  'amount',
  'balance',
])

/**
 * Yields the statement as JSON, `{"data": {...}}`, with the movements as last field. Amounts are
 * numbers in major units.
 */
export async function* statementJson(
  statement: Statement,
  { partnerId, partnerName, isProvisional }: Heading,
): AsyncGenerator<string> {
  const { currency, openingMinor, fromMs, beforeMs } = statement
  const { closingMinor, totals } = await statement.sums()
  const amount = (minor: bigint) => formatAmount(minor, currency)
  const kinds = totals.map(
    ({ kind, count, sumMinor }) =>
      `{"kind":"${kind}","count":${count},"amount":${amount(sumMinor)}}`,
  )
  yield (
    `{"data":{"partnerId":${partnerId},"partnerName":${JSON.stringify(partnerName)},` +
      `"currency":"${currency.code}","from":"${isoTime(fromMs)}","to":"${isoTime(beforeMs)}",` +
      `"provisional":${isProvisional},"opening":${amount(openingMinor)},` +
      `"closing":${amount(closingMinor)},"totals":[${kinds.join()}],"movements":[`
  )
  let separator = ''
  for await (const lines of statement.chunks()) {
    let objects = ''
    for (const line of lines) {
      objects += separator + jsonOf(cellsOf(statement, line))
      separator = ','
    }
    yield objects
  }
  yield ']}}'
}

/** Amounts are written as decimal text: printing a double would give the same, more slowly. */
function jsonOf(cells: Cells): string {
  const members = COLUMNS.flatMap((name, at) => {
    const value = cells[at] ?? ''
    if (value === '') return []
    return `"${name}":${NUMBERS.has(name) ? plainNumber(value) : JSON.stringify(value)}`
  })
  return `{${members.join()}}`
}

/** JSON has 12.5 for 12.50, as everywhere in the API. */
function plainNumber(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const STYLE = `
  body { font: 14px/1.5 system-ui, sans-serif; color: #111; background: #fff; margin: 2rem }
  h1 { font-size: 1.4rem; margin: 0 }
  table { border-collapse: collapse; width: 100%; margin-top: 1.5rem }
  caption { text-align: left; font-weight: 600; padding-bottom: .25rem }
  th, td { border-bottom: 1px solid #ccc; padding: .25rem .5rem; text-align: left }
  .n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
  thead { display: table-header-group } tr { break-inside: avoid }
  @media print { body { margin: 0; font-size: 10px } @page { margin: 15mm } }`

const HEADINGS: readonly (readonly [name: Column, heading: string])[] = [
  ['at', 'Time (UTC)'],
  ['kind', 'Movement'],
  ['reference', 'Reference'],
  ['orderId', 'Order'],
  ['faceValue', 'Face value'],
  ['discount', 'Discount'],
  ['fee', 'Fee'],
  ['amount', 'Amount'],
  ['balance', 'Balance'],
]

/**
 * Yields the statement as a page to print, with the money set aside for links as a second part if
 * there is some. It loads nothing and has no script.
 */
export async function* statementHtml(
  statement: Statement,
  { partnerId, partnerName, isProvisional, links }: Heading,
): AsyncGenerator<string> {
  const { currency, fromMs, beforeMs } = statement
  const parts = await statedParts(statement, links)
  const title = `Statement ${currency.code}, ${day(fromMs)} to ${day(beforeMs)}`
  yield (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
      `<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>` +
      `<h1>${title}</h1><p>${escapeHtml(partnerName)}, partner ${partnerId}. ` +
      `From ${isoTime(fromMs)}, before ${isoTime(beforeMs)}. Amounts in ${currency.code}.` +
      `${isProvisional ? ' <strong>Provisional: this time is not over yet.</strong>' : ''}</p>`
  )
  for (const part of parts) yield* htmlTables(part)
  yield '</body></html>\n'
}

async function* htmlTables({ statement, sums }: StatementPart): AsyncGenerator<string> {
  const { account, currency, openingMinor } = statement
  const { closingMinor, totals } = sums
  const money = (minor: bigint) => `<td class="n">${formatAmount(minor, currency)}</td>`
  const { summary, movements } = TITLES[account]
  yield (
    `<table><caption>${summary}</caption><thead><tr><th scope="col">Movement<th scope="col" ` +
      `class="n">Count<th scope="col" class="n">Amount</thead><tbody>` +
      `<tr><td>Opening balance<td>${money(openingMinor)}` +
      totals
        .map(
          ({ kind, count, sumMinor }) =>
            `<tr><td>${kindText(kind, statement)}<td class="n">${count}</td>${money(sumMinor)}`,
        )
        .join('') +
      `<tr><td><strong>Closing balance</strong><td>${money(closingMinor)}</tbody></table>` +
      `<table><caption>${movements}</caption><thead><tr>` +
      HEADINGS.map(([name, text]) => `<th scope="col"${numeric(name)}>${text}</th>`).join('') +
      `</tr></thead><tbody>`
  )
  for await (const lines of statement.chunks()) {
    let rows = ''
    for (const line of lines) rows += htmlRow(statement, cellsOf(statement, line))
    yield rows
  }
  yield '</tbody></table>'
}

function htmlRow(statement: Statement, cells: Cells): string {
  const shown = HEADINGS.map(([name]) => {
    const value = cells[COLUMNS.indexOf(name)] ?? ''
    const text = name === 'kind' ? kindText(value, statement) : value
    return `<td${numeric(name)}>${escapeHtml(text)}</td>`
  })
  return `<tr>${shown.join('')}</tr>\n`
}

function numeric(name: Column): string {
  return NUMBERS.has(name) ? ' class="n"' : ''
}

/** Returns a kind in words: an order that a link has paid is a claim. */
export function kindText(kind: string, { account }: Pick<Statement, 'account'>): string {
  if (kind === 'link_send') return 'set aside for links'
  if (kind === 'link_return') return 'returned by links'
  if (kind === 'order_charge' && account === 'links') return 'claimed'
  return kind.replaceAll('_', ' ')
}

/** The titles of the two tables of an account. */
export const TITLES = {
  funds: { summary: 'Summary', movements: 'Movements' },
  links: {
    summary: 'Set aside for links: summary',
    movements: 'Set aside for links: movements',
  },
} as const

function day(ms: number): string {
  return isoTime(ms).slice(0, 'YYYY-MM-DD'.length)
}
