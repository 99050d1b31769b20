import { Type } from 'typebox'
import {
  CONSUMER_SORTS,
  createConsumer,
  listAllConsumers,
  transactWallet,
} from '../../consumers/mod.ts'
import { ID_BOUNDS } from '../queries/query-ids.ts'
import { optionalNumber, optionalSort, optionalText, pages } from '../queries/query.ts'
import { created, ok, paged } from '../response.ts'
import { portalRoute } from '../route.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { consumerOf, ConsumerView } from '../wallets/consumer.ts'
import {
  CustomerView,
  NEW_CUSTOMER_REFUSALS,
  newConsumerOf,
  NewCustomer,
} from '../wallets/customer.ts'
import {
  NewTransaction,
  Transaction,
  TRANSACTION_REFUSALS,
  transactionOf,
} from '../wallets/transaction.ts'
import { offerRoute } from './offer-route.ts'

const listOwnPeople = portalRoute('GET /portal/v1/consumers', {
  permission: 'consumers:read',
  operationId: 'listOwnConsumers',
  summary: 'Lists the people of the partner, newest first, or finds one by the whole address',
  query: {
    email: optionalText(),
    name: optionalText('Beginning of the name or of its last word, in upper or lower case'),
    consumerId: optionalNumber(ID_BOUNDS),
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
  refuses: NEW_CUSTOMER_REFUSALS,
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
  refuses: TRANSACTION_REFUSALS,
  summary: 'Credits a wallet from the funds, or debits it into them',
  description: 'Idempotent by referenceId, also if a program has used it.',
  body: NewTransaction,
  response: Type.Object({ data: Transaction }),
  async handle({ partnerId, actor, params, body }, { ledger }) {
    const transaction = { ...body, walletId: params.walletId, actor }
    return ok({ data: transactionOf(await transactWallet(ledger, partnerId, transaction)) })
  },
})

export const ownPeopleRoutes = [
  listOwnPeople,
  addOwnPerson,
  offerRoute('GET /portal/v1/wallets', {
    source: 'GET /admin/v1/partners/{partnerId}/wallets',
    permission: 'consumers:read',
    operationId: 'listOwnWallets',
  }),
  offerRoute('GET /portal/v1/wallets/{walletId}/transactions', {
    source: 'GET /api/partner/v1/wallets/{walletId}/transactions',
    permission: 'consumers:read',
    operationId: 'listOwnWalletTransactions',
  }),
  transactOwn,
]
