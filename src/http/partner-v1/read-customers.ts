import { Type } from 'typebox'
import { listConsumers, listWallets } from '../../consumers/mod.ts'
import { ok } from '../response.ts'
import { ContentOf } from '../shapes/page-shape.ts'
import { zeroBasedPages } from '../queries/query.ts'
import { route } from '../route.ts'
import { WalletView } from '../shapes/wallet-shape.ts'
import { Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'

const CustomerEntry = Type.Object(
  {
    consumerId: fields.consumerId,
    consumerName: Text('The name of the consumer'),
    consumerEmail: Text('The e-mail address of the consumer'),
    totalStandardWallets: Whole('Number of STANDARD wallets of the consumer'),
    totalCampaignWallets: Whole('Number of CAMPAIGN wallets of the consumer'),
  },
  { title: 'Customer' },
)

export const listCustomers = route('GET /api/partner/v1/customer', {
  operationId: 'listCustomers',
  summary: 'Lists the consumers, newest first',
  permission: 'consumers:read',
  query: zeroBasedPages,
  response: ContentOf(CustomerEntry),
  async handle({ partnerId, query }, { db, vault }) {
    const { content, hasNext } = await listConsumers({ db, vault }, partnerId, query)
    return ok({ content, page: query.page, size: query.size, hasNext })
  },
})

export const listCustomerWallets = route('GET /api/partner/v1/customer/{customerId}/wallets', {
  operationId: 'listCustomerWallets',
  refuses: ['consumer_unknown'],
  summary: 'Lists the wallets of a consumer with their balances',
  permission: 'consumers:read',
  query: zeroBasedPages,
  response: ContentOf(WalletView.schema),
  async handle({ partnerId, params, query }, { db }) {
    const consumerId = Number(params.customerId)
    const { content, hasNext } = await listWallets(db, partnerId, consumerId, query)
    return ok({
      content: content.map(WalletView.body),
      page: query.page,
      size: query.size,
      hasNext,
    })
  },
})
