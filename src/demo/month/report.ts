import { findCurrency, formatAmount, parseAmount } from '../../core/mod.ts'
import type { Data } from './client.ts'
import { CURRENCY } from './plan.ts'
import type { MonthReports } from './play.ts'

const LABEL_LENGTH = 22
const CELL_LENGTH = 16

/** The totals of a statement that are printed, in this order. */
const KINDS: readonly (readonly [label: string, kind: string])[] = [
  ['deposits', 'deposit'],
  ['reversals', 'reversal'],
  ['charged for orders', 'order_charge'],
  ['refunds', 'case_refund'],
]

/** Returns the text that the demo prints after its month. */
export function monthReport({ statements, margin, ...month }: MonthReports): string {
  const { reconciliation, refusal, partnerIds } = month
  const amounts = (label: string, of: (statement: Data) => number): string =>
    row(label, statements.map(of).map(amountText))
  const marginOf = (label: string, name: string): string =>
    row(
      label,
      margin.map((sums) => amountText(sums[name])),
    )
  const [first] = partnerIds
  const { from, to } = statements[0]
  return [
    `The month of three partners, in ${CURRENCY}:`,
    '',
    row(
      '',
      statements.map(({ partnerName }) => partnerName),
    ),
    amounts('opening', ({ opening }) => opening),
    ...KINDS.map(([label, kind]) => amounts(label, (statement) => totalOf(statement, kind))),
    amounts('closing', ({ closing }) => closing),
    '',
    marginOf('face value', 'faceValue'),
    marginOf('less discount', 'discount'),
    marginOf('plus fee', 'fee'),
    marginOf('less refunds', 'refunded'),
    marginOf('is charged', 'charged'),
    marginOf('less cost', 'cost'),
    marginOf('is margin', 'margin'),
    '',
    `  The bank: ${reconciliation.matched} payments match, ` +
      `${reconciliation.differentAmount} has another amount, ` +
      `${reconciliation.missingHere} is not recorded here.`,
    ...(refusal === undefined ? [] : [`  The credit limit refused an order: ${refusal}.`]),
    '',
    'See it as the operator:',
    '',
    `  npx tessera statement ${first} --currency ${CURRENCY} --from ${from} --to ${to}`,
    '  npx tessera reports margin --by partner,supplier',
    `  npx tessera reconciliations show ${reconciliation.reconciliationId}`,
    '  npx tessera cases list',
    '',
  ].join('\n')
}

function row(label: string, cells: readonly string[]): string {
  const aligned = cells.map((cell) => cell.padStart(CELL_LENGTH))
  return `  ${label.padEnd(LABEL_LENGTH)}${aligned.join('')}`
}

function totalOf({ totals }: Data, kind: string): number {
  return totals.find((total: Data) => total.kind === kind)?.amount ?? 0
}

/** Returns an amount of a response with all decimals of its currency. */
function amountText(amount: number): string {
  const currency = findCurrency(CURRENCY)
  const minor = currency && parseAmount(Math.abs(amount), currency, 'allowed')
  if (currency === undefined || typeof minor !== 'bigint') return String(amount)
  return (amount < 0 ? '-' : '') + formatAmount(minor, currency)
}
