import { formatAmount, isoTime, type Currency, type MinorUnits } from '../core/mod.ts'
import {
  groupedAmount,
  partyOf,
  printDocument,
  type LegalIdentity,
  type PrintedDocument,
} from '../documents/mod.ts'
import type { PayInAccount } from './pay-in-accounts.ts'
import { payInReference } from './pay-in-reference.ts'

/** The amount that a partner is to pay in, and the operator's account for it. */
export interface ProForma {
  readonly partnerId: number
  readonly partnerName: string
  /** The legal identity of the partner. If it has no name, the partner's name is printed. */
  readonly legal: Partial<LegalIdentity> | undefined
  readonly issuer: LegalIdentity
  readonly account: PayInAccount
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  readonly printedAtMs: number
}

/**
 * Prints what a partner's accounting needs to pay in. It books nothing and does not mention tax:
 * the funds grow when the payment arrives.
 */
export async function printProForma(of: ProForma): Promise<Uint8Array> {
  return await printDocument(documentOf(of))
}

const DATE_LENGTH = 'YYYY-MM-DD'.length

/** Returns the number of a pro-forma. It depends on the partner, amount and day only. */
export function proFormaNumber({
  partnerId,
  currency,
  amountMinor,
  printedAtMs,
}: ProForma): string {
  const day = isoTime(printedAtMs).slice(0, DATE_LENGTH).replaceAll('-', '')
  return ['PF', partnerId, currency.code, formatAmount(amountMinor, currency), day].join('-')
}

function documentOf(of: ProForma): PrintedDocument {
  const { partnerId, partnerName, legal, issuer, account, currency, amountMinor } = of
  const { printedAtMs } = of
  const partner = partyOf('For', { ...legal, name: legal?.name ?? partnerName })
  const amount = `${groupedAmount(amountMinor, currency)} ${currency.code}`
  const reference = payInReference({ partnerId, currency: currency.code })
  return {
    title: 'Pro-forma',
    number: proFormaNumber(of),
    issuer: partyOf('From', issuer),
    recipient: { ...partner, lines: [`Partner ${partnerId}`, ...partner.lines] },
    facts: [['Date', isoTime(printedAtMs).slice(0, DATE_LENGTH)]],
    tables: [
      {
        title: 'To pay',
        columns: [
          { label: 'For', width: 3 },
          { label: 'Amount', width: 2, isNumber: true },
        ],
        rows: [['Funds, paid in before they are spent', amount]],
        hasTotal: true,
      },
      {
        title: 'How to pay',
        columns: [
          { label: 'What the bank asks for', width: 2 },
          { label: 'What to write', width: 5 },
        ],
        rows: [
          ['Reference', reference],
          ['Account holder', account.holder],
          ['Account', account.account],
          ...(account.bic === undefined ? [] : [['BIC', account.bic]]),
          ...(account.bank === undefined ? [] : [['Bank', account.bank]]),
          ['Amount', amount],
        ],
      },
    ],
    notes: [
      `Write ${reference} as the purpose of the payment: by it, the payment is found to be yours.`,
      'This is neither an invoice nor a statement of tax. The funds are there once the payment is.',
    ],
    printedAtMs,
  }
}
