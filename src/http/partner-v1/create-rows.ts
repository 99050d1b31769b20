import { Type } from 'typebox'
import {
  consumerWrite,
  walletTransactionWrite,
  type Consumer,
  type WalletTransaction,
} from '../../consumers/mod.ts'
import { PATH_IDS } from '../path-ids.ts'
import { rowsRoute } from '../rows-route.ts'
import { fields } from '../shapes/fields.ts'
import { createCustomer } from './create-customer.ts'
import { CustomerView, NewCustomer, newConsumerOf } from '../wallets/customer.ts'
import { createTransaction } from './create-transaction.ts'
import { NewTransaction, transactionOf } from '../wallets/transaction.ts'

const NewTransactionRow = Type.Object(
  { walletId: fields.walletId, ...NewTransaction.properties },
  { title: 'NewTransactionRow' },
)

export const createTransactions = rowsRoute('POST /api/partner/v1/wallets/transactions/bulk', {
  operationId: 'createTransactions',
  summary: 'Credits or debits up to 1,000 wallets in one commit',
  description:
    'Idempotent by the referenceId of each row, which is the same key as for a single transaction.',
  title: 'NewTransactions',
  list: 'transactions',
  single: createTransaction,
  row: NewTransactionRow,
  key: 'referenceId',
  write(row, { clientId, simulateNoFunds }) {
    if (!PATH_IDS.walletId.isSpelled(row.walletId)) throw PATH_IDS.walletId.absent()
    return walletTransactionWrite({ ...row, clientId, simulateNoFunds })
  },
  bodyOf: (transaction: WalletTransaction) => ({ success: true, data: transactionOf(transaction) }),
})

export const createCustomers = rowsRoute('POST /api/partner/v1/customer/bulk', {
  operationId: 'createCustomers',
  summary: 'Creates up to 1,000 consumers with their wallets in one commit',
  description: 'A repetition of a row is refused as wallet_exists, and funds nothing twice.',
  title: 'NewCustomers',
  list: 'customers',
  single: createCustomer,
  row: NewCustomer,
  write: (row, { vault, partnerId, clientId }) =>
    consumerWrite(vault, partnerId, newConsumerOf(row, clientId)),
  bodyOf: (consumer: Consumer) => ({ success: true, data: CustomerView.body(consumer) }),
})
