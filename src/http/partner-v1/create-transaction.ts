import { Type } from 'typebox'
import { transactWallet } from '../../consumers/mod.ts'
import { ok } from '../response.ts'
import { route } from '../route.ts'
import { fields } from '../shapes/fields.ts'
import {
  NewTransaction,
  Transaction,
  TRANSACTION_REFUSALS,
  transactionOf,
} from '../wallets/transaction.ts'

export const createTransaction = route('POST /api/partner/v1/wallets/{walletId}/transactions', {
  operationId: 'createTransaction',
  reservedField: 'referenceId',
  refuses: TRANSACTION_REFUSALS,
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
