import { minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import type { CardsRow } from '../db/mod.ts'

/** The path, below the base of the pages of links, where people see the balance of a code. */
export const BALANCE_PATH = '/card'

/** The account of a code. Issued = balance + authorized + captured - refunded. */
export interface Card {
  /** The keyed hash of the code. */
  readonly blind: string
  readonly partnerId: number
  readonly orderNo: number
  readonly itemNo: number
  readonly currency: Currency
  readonly issuedMinor: MinorUnits
  readonly balanceMinor: MinorUnits
  readonly authorizedMinor: MinorUnits
  /** The sum of all captures that were not reversed; refunds do not reduce it. */
  readonly capturedMinor: MinorUnits
  readonly refundedMinor: MinorUnits
  readonly entryCount: number
}

export const ENTRY_KINDS = [
  'AUTHORIZE',
  'RELEASE',
  'CAPTURE',
  'REFUND',
  'REVERSE_CAPTURE',
  'REVERSE_REFUND',
] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

export type Sum = 'balanceMinor' | 'authorizedMinor' | 'capturedMinor' | 'refundedMinor'

/** The change of each sum of a card by one minor unit of an entry. */
export const ENTRY_EFFECTS: Readonly<Record<EntryKind, Readonly<Record<Sum, bigint>>>> = {
  AUTHORIZE: effect({ balanceMinor: -1n, authorizedMinor: 1n }),
  RELEASE: effect({ balanceMinor: 1n, authorizedMinor: -1n }),
  CAPTURE: effect({ authorizedMinor: -1n, capturedMinor: 1n }),
  REFUND: effect({ balanceMinor: 1n, refundedMinor: 1n }),
  REVERSE_CAPTURE: effect({ balanceMinor: 1n, capturedMinor: -1n }),
  REVERSE_REFUND: effect({ balanceMinor: -1n, refundedMinor: -1n }),
}

function effect(changed: Partial<Record<Sum, bigint>>): Record<Sum, bigint> {
  return { balanceMinor: 0n, authorizedMinor: 0n, capturedMinor: 0n, refundedMinor: 0n, ...changed }
}

/** Returns the card after an entry. The number of the entry is the card's new count of entries. */
export function withEntry(card: Card, kind: EntryKind, amountMinor: bigint): Card {
  const effects = ENTRY_EFFECTS[kind]
  const after = (sum: Sum): MinorUnits => minorUnits(card[sum] + effects[sum] * amountMinor)
  return {
    ...card,
    balanceMinor: after('balanceMinor'),
    authorizedMinor: after('authorizedMinor'),
    capturedMinor: after('capturedMinor'),
    refundedMinor: after('refundedMinor'),
    entryCount: card.entryCount + 1,
  }
}

export function toCard(row: CardsRow): Card {
  return {
    blind: row.blind,
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    itemNo: row.item_no,
    currency: storedCurrency(row.currency),
    issuedMinor: minorUnits(row.issued_minor),
    balanceMinor: minorUnits(row.balance_minor),
    authorizedMinor: minorUnits(row.authorized_minor),
    capturedMinor: minorUnits(row.captured_minor),
    refundedMinor: minorUnits(row.refunded_minor),
    entryCount: row.entry_count,
  }
}
