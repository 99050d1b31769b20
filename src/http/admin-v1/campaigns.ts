import { Type } from 'typebox'
import { readAmount, readCurrency } from '../../core/mod.ts'
import {
  type Campaign,
  listCampaigns,
  type ListedCampaign,
  openCampaign,
  openCampaignWallet,
} from '../../consumers/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalFlag, optionalPart, optionalSort, pages } from '../queries/query.ts'
import { created, ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { WalletView } from '../shapes/wallet-shape.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { Decimal, Instant, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { amountOf, codeOf, optionalAmountOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

const SPEND_PRODUCTS_MAX = 500

const spendProducts = Type.Array(Type.Integer({ minimum: 1 }), {
  description:
    'The gift cards that owners of its wallets may buy on their page; empty: all that the ' +
    'partner may buy. If absent, owners cannot spend these wallets',
  maxItems: SPEND_PRODUCTS_MAX,
})

const NewCampaign = Type.Object(
  {
    name: Text('The name of the campaign'),
    currency: fields.currency,
    budget: Type.Optional(fields.budget),
    endsAt: Type.Optional(Text('When the campaign ends, with an offset; never unless given')),
    spendProducts: Type.Optional(spendProducts),
  },
  { title: 'NewCampaign' },
)

const CampaignView = view<Campaign>()(
  {
    campaignId: fields.campaignId,
    name: Text('The name of the campaign'),
    currency: [fields.currency, codeOf],
    budget: [Type.Optional(fields.budget), optionalAmountOf('budgetMinor')],
    endsAt: Type.Optional(Instant('When the campaign ends; never if absent')),
    spendProducts: Type.Optional(spendProducts),
    createdAt: fields.createdAt,
  },
  { title: 'Campaign' },
)

const openCampaignRoute = operatorRoute('POST /admin/v1/partners/{partnerId}/campaigns', {
  permission: 'consumers:write',
  approval: 'limits',
  operationId: 'openCampaign',
  success: [201],
  refuses: ['numbers_exhausted'],
  summary: 'Opens a campaign',
  body: NewCampaign,
  response: Type.Object({ data: CampaignView.schema }),
  async handle({ params, body, actor }, { ledger }) {
    const currency = readCurrency('currency', body.currency)
    const { budget, endsAt } = body
    const campaign = await openCampaign(ledger, Number(params.partnerId), {
      name: body.name,
      currency,
      budgetMinor: budget === undefined ? undefined : readAmount('budget', budget, { currency }),
      endsAt: optionalInstant('endsAt', endsAt),
      spendProducts: body.spendProducts && [...new Set(body.spendProducts)],
      actor,
    })
    return created({ data: CampaignView.body(campaign) })
  },
})

const openCampaignWalletRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets',
  {
    permission: 'consumers:write',
    operationId: 'openCampaignWallet',
    success: [201],
    refuses: ['wallet_exists', 'campaign_over', 'numbers_exhausted'],
    summary: "Opens an empty wallet of a campaign for a consumer, in the campaign's currency",
    body: Type.Object({ consumerId: fields.consumerId }),
    response: Type.Object({ data: WalletView.schema }),
    async handle({ params, body, actor }, { ledger }) {
      const wallet = await openCampaignWallet(ledger, Number(params.partnerId), {
        campaignId: params.campaignId,
        consumerId: body.consumerId,
        actor,
      })
      return created({ data: WalletView.body(wallet) })
    },
  },
)

const ListedCampaignView = view<ListedCampaign>()(
  {
    ...CampaignView.fields,
    credited: [
      Decimal('Sum of its credits so far, in major units of `currency`'),
      amountOf('creditedMinor'),
    ],
  },
  { title: 'ListedCampaign' },
)

const listCampaignsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/campaigns', {
  permission: 'consumers:read',
  operationId: 'listCampaigns',
  summary: 'Lists the campaigns of a partner, newest first, with what their wallets were credited',
  query: {
    name: optionalPart(),
    ended: optionalFlag(),
    sort: optionalSort(listCampaigns.sorts),
    ...pages,
  },
  response: PagedOf(ListedCampaignView.schema),
  async handle({ params, query: { ended, ...query } }, { db, clock }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    const filter = { ...query, isOver: ended, now: clock.now() }
    const { rows, total } = await listCampaigns(db, { ...filter, partnerId })
    return ok(paged(rows.map(ListedCampaignView.body), { ...query, totalRecords: total }))
  },
})

export const campaignRoutes = [openCampaignRoute, listCampaignsRoute, openCampaignWalletRoute]
