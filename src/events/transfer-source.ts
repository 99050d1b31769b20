import { storedCurrency, wireAmount } from '../core/mod.ts'
import { formatTransferId, TRANSFER_CODES } from '../ledger/mod.ts'
import type { EventData, EventType, NewEvent } from './event.ts'
import type { TransferRow } from './transfer-rows.ts'

const { deposit, case_refund, wallet_credit, wallet_debit, initial_funds, account_credit } =
  TRANSFER_CODES

/** The transfers that are events, and the type of each. */
const TYPES: ReadonlyMap<number, EventType> = new Map([
  [deposit, 'balance.credited'],
  [case_refund, 'balance.credited'],
  [wallet_credit, 'wallet.credited'],
  [initial_funds, 'wallet.credited'],
  [account_credit, 'wallet.credited'],
  [wallet_debit, 'wallet.debited'],
])

/** The codes for `transfersIn`. */
export const TRANSFERS = { codes: [...TYPES.keys()], debitCode: wallet_debit }

export function transferEvent(row: TransferRow): NewEvent {
  const type = typeOf(row)
  if (type === undefined) throw new Error(`a transfer with the code ${row.code} is not an event`)
  const isOfFunds = type === 'balance.credited'
  return {
    partnerId: row.partner_id,
    type,
    subject: isOfFunds ? `funds:${row.currency}` : `wallet:${row.account_id}`,
    atMs: row.created_at.getTime(),
    data: {
      transactionId: formatTransferId(row.partner_id, row.transfer_no),
      currency: row.currency,
      amount: amountOf(row.amount, row),
      ...(isOfFunds ? fundsData(row) : walletData(row)),
    },
  }
}

/** A refund goes to the wallet that paid, or to the funds. */
function typeOf({ code, consumer_id: consumerId }: TransferRow): EventType | undefined {
  return code === case_refund && consumerId !== null ? 'wallet.credited' : TYPES.get(code)
}

/** The reference of a deposit is left out: it may name who paid. */
function fundsData(row: TransferRow): EventData {
  return {
    kind: row.code === deposit ? 'deposit' : 'case_refund',
    funds: amountOf(row.available, row),
  }
}

/** Only the partner's own transactions have a reference that it knows. */
function walletData(row: TransferRow): EventData {
  const isOwn = row.code === wallet_credit || row.code === wallet_debit
  return {
    walletId: String(row.account_id),
    consumerId: Number(row.consumer_id),
    newBalance: amountOf(row.available, row),
    referenceId: isOwn ? (row.reference ?? undefined) : undefined,
  }
}

function amountOf(minor: bigint, { currency }: TransferRow): number {
  return wireAmount(minor, storedCurrency(currency))
}
