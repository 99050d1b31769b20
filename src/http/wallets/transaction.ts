import { Type } from 'typebox'
import type { WalletTransaction } from '../../consumers/mod.ts'
import { isoTime, type RefusalKind, wireAmount } from '../../core/mod.ts'
import { Decimal, Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { TRANSACTION_TYPE } from '../shapes/meanings.ts'
import { Metadata, newMetadata } from '../shapes/metadata.ts'
import { choiceOf, oneOf } from '../shapes/one-of.ts'

export const NewTransaction = Type.Object(
  {
    amount: Decimal("The amount, above 0, in major units of the wallet's currency"),
    transactionType: choiceOf('The direction', TRANSACTION_TYPE),
    referenceId: Text(
      "The partner's own reference of the wallet transaction: unique, and its idempotency key",
    ),
    description: Type.Optional(Text("A note for the partner's records")),
    metadata: Type.Optional(newMetadata("The partner's own labels of the transaction")),
  },
  { title: 'NewTransaction' },
)

export const Transaction = Type.Object(
  {
    walletId: Whole('Identifies the wallet'),
    currency: fields.currency,
    previousBalance: Decimal('The balance of the wallet before it, in major units of `currency`'),
    transactionAmount: Decimal('The amount of the transaction, in major units of `currency`'),
    newBalance: Decimal('The balance of the wallet after it, in major units of `currency`'),
    transactionType: oneOf('The direction', TRANSACTION_TYPE),
    referenceId: Text('The `referenceId` of the request'),
    description: Type.Optional(Text('The note of the request')),
    metadata: Type.Optional(Metadata),
    timestamp: Instant('When it was done'),
  },
  { title: 'Transaction' },
)

export function transactionOf(transaction: WalletTransaction) {
  const { currency } = transaction
  return {
    walletId: transaction.walletId,
    currency: currency.code,
    previousBalance: wireAmount(transaction.previousBalanceMinor, currency),
    transactionAmount: wireAmount(transaction.transactionAmountMinor, currency),
    newBalance: wireAmount(transaction.newBalanceMinor, currency),
    transactionType: transaction.transactionType,
    referenceId: transaction.referenceId,
    description: transaction.description,
    metadata: transaction.metadata,
    timestamp: isoTime(transaction.timestampMs),
  }
}

/** The refusals of a credit or debit, by programs and by people. */
export const TRANSACTION_REFUSALS: readonly RefusalKind[] = [
  'insufficient_funds',
  'balance_limit',
  'reference_conflict',
  'archived',
  'wallet_unknown',
  'wallet_not_enabled',
  'wallet_insufficient',
  'campaign_over',
]
