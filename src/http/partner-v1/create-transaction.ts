import { Type } from 'typebox'
import { transactWallet, type WalletTransaction } from '../../consumers/mod.ts'
import { isoTime, wireAmount } from '../../core/mod.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
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

export const createTransaction = route('POST /api/partner/v1/wallets/{walletId}/transactions', {
  operationId: 'createTransaction',
  reservedField: 'referenceId',
  refuses: [
    'insufficient_funds',
    'balance_limit',
    'reference_conflict',
    'archived',
    'wallet_unknown',
    'wallet_not_enabled',
    'wallet_insufficient',
    'campaign_over',
  ],
  summary: 'Credits or debits a wallet',
  description: 'Idempotent by referenceId: a replay has the same bytes.',
  permission: 'wallets:write',
  body: NewTransaction,
  response: Type.Object({ success: fields.success, data: Transaction }),
  async handle(
    { partnerId, credential, params, body, simulateNoFunds: isWithoutFunds },
    { ledger },
  ) {
    const transaction = await transactWallet(ledger, partnerId, {
      walletId: params.walletId,
      amount: body.amount,
      transactionType: body.transactionType,
      referenceId: body.referenceId,
      description: body.description,
      metadata: body.metadata,
      clientId: credential.clientId,
      simulateNoFunds: isWithoutFunds,
    })
    return ok({ success: true, data: transactionOf(transaction) })
  },
})

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
