import { Type } from 'typebox'
import { TRANSACTION_TYPES, transactWallet, type WalletTransaction } from '../../consumers/mod.ts'
import { isoTime, wireAmount } from '../../core/mod.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'

const NewTransaction = Type.Object(
  {
    amount: Type.Number(),
    transactionType: Type.Enum([...TRANSACTION_TYPES]),
    referenceId: Type.String(),
    description: Type.Optional(Type.String()),
  },
  { title: 'NewTransaction' },
)

const Transaction = Type.Object(
  {
    walletId: Type.Integer(),
    currency: Type.String(),
    previousBalance: Type.Number(),
    transactionAmount: Type.Number(),
    newBalance: Type.Number(),
    transactionType: Type.String(),
    referenceId: Type.String(),
    description: Type.Optional(Type.String()),
    timestamp: Type.String(),
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
    'wallet_unknown',
    'wallet_not_enabled',
    'wallet_insufficient',
    'campaign_over',
  ],
  summary: 'Credits or debits a wallet',
  description: 'Idempotent by referenceId: a replay has the same bytes.',
  permission: 'wallets:write',
  body: NewTransaction,
  response: Type.Object({ success: Type.Boolean(), data: Transaction }),
  async handle({ partnerId, credential, params, body }, { ledger }) {
    const made = await transactWallet(ledger, partnerId, {
      walletId: params.walletId,
      amount: body.amount,
      transactionType: body.transactionType,
      referenceId: body.referenceId,
      description: body.description,
      clientId: credential.clientId,
    })
    return ok({ success: true, data: transactionOf(made) })
  },
})

function transactionOf(made: WalletTransaction) {
  const { currency } = made
  return {
    walletId: made.walletId,
    currency: currency.code,
    previousBalance: wireAmount(made.previousBalanceMinor, currency),
    transactionAmount: wireAmount(made.transactionAmountMinor, currency),
    newBalance: wireAmount(made.newBalanceMinor, currency),
    transactionType: made.transactionType,
    referenceId: made.referenceId,
    description: made.description,
    timestamp: isoTime(made.timestampMs),
  }
}
