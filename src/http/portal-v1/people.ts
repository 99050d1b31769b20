import { Type } from 'typebox'
import {
  CONSUMER_SORTS,
  createConsumer,
  listAllConsumers,
  transactWallet,
} from '../../consumers/mod.ts'
import { ID, walletRoutes } from '../admin-v1/wallets.ts'
import { consumerOf, ConsumerView } from '../admin-v1/consumers.ts'
import {
  createCustomer,
  CustomerView,
  NewCustomer,
  newConsumerOf,
} from '../partner-v1/create-customer.ts'
import {
  createTransaction,
  NewTransaction,
  Transaction,
  transactionOf,
} from '../partner-v1/create-transaction.ts'
import { listWalletTransactions } from '../partner-v1/wallet-transactions.ts'
import { optionalNumber, optionalSort, optionalText, pages } from '../query.ts'
import { created, ok, paged } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { ownPartner, routeOf } from './own-partner.ts'

const listOwnPeople = portalRoute('GET /portal/v1/consumers', {
  permission: 'consumers:read',
  operationId: 'listOwnConsumers',
  summary: 'Lists the people of the partner, newest first, or finds one by the whole address',
  query: {
    email: optionalText(),
    name: optionalText('Beginning of the name or of its last word, in upper or lower case'),
    consumerId: optionalNumber(ID),
    sort: optionalSort(CONSUMER_SORTS),
    ...pages,
  },
  response: PagedOf(ConsumerView.schema),
  async handle({ partnerId, query }, context) {
    const { rows, total } = await listAllConsumers(context, partnerId, query)
    const people = rows.map((one) => consumerOf(one, true))
    return ok(paged(people, { ...query, totalRecords: total }))
  },
})

const addOwnPerson = portalRoute('POST /portal/v1/consumers', {
  permission: 'consumers:write',
  operationId: 'createOwnConsumer',
  success: [201],
  refuses: createCustomer.operation.refuses ?? [],
  hasPrivateBody: true,
  summary: 'Adds a person, or opens a wallet in another currency for one, and funds it',
  body: NewCustomer,
  response: Type.Object({ data: CustomerView.schema }),
  async handle({ partnerId, actor, body }, { ledger, vault }) {
    const consumer = { ...newConsumerOf(body), actor }
    return created({
      data: CustomerView.body(await createConsumer({ ledger, vault }, partnerId, consumer)),
    })
  },
})

const transactOwn = portalRoute('POST /portal/v1/wallets/{walletId}/transactions', {
  permission: 'credits:write',
  operationId: 'transactOwnWallet',
  refuses: createTransaction.operation.refuses ?? [],
  summary: 'Credits a wallet from the funds, or debits it into them',
  description: 'Idempotent by referenceId, also if a program has used it.',
  body: NewTransaction,
  response: Type.Object({ data: Transaction }),
  async handle({ partnerId, actor, params, body }, { ledger }) {
    const transaction = { ...body, walletId: params.walletId, actor }
    return ok({ data: transactionOf(await transactWallet(ledger, partnerId, transaction)) })
  },
})

export const ownPeopleRoutes: readonly Route[] = [
  listOwnPeople,
  addOwnPerson,
  ownPartner('GET /portal/v1/wallets', routeOf(walletRoutes, 'listWallets'), {
    permission: 'consumers:read',
    operationId: 'listOwnWallets',
  }),
  ownPartner('GET /portal/v1/wallets/{walletId}/transactions', listWalletTransactions, {
    permission: 'consumers:read',
    operationId: 'listOwnWalletTransactions',
  }),
  transactOwn,
]
