import { Type } from 'typebox'
import { openCampaign, type Campaign } from '../../consumers/mod.ts'
import { isoTime, wireAmount } from '../../core/mod.ts'
import { created, optionalTime } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readAmount, readCurrency, readInstant, readPartnerId } from '../wire-fields.ts'

const NewCampaign = Type.Object({
  name: Type.String(),
  currency: Type.String(),
  budget: Type.Optional(Type.Number()),
  endsAt: Type.Optional(Type.String()),
})

const CampaignShape = Type.Object({
  campaignId: Type.String(),
  name: Type.String(),
  currency: Type.String(),
  budget: Type.Optional(Type.Number()),
  endsAt: Type.Optional(Type.String()),
  createdAt: Type.String(),
})

/** Opens a campaign: the terms under which consumers get wallets of their own. */
export const openCampaignRoute = operatorRoute('POST /admin/v1/partners/{partnerId}/campaigns', {
  body: NewCampaign,
  answer: Type.Object({ data: CampaignShape }),
  async handle({ params, body, actor }, { ledger }) {
    const currency = readCurrency('currency', body.currency)
    const { budget, endsAt } = body
    const campaign = await openCampaign(ledger, readPartnerId(params.partnerId), {
      name: body.name,
      currency,
      budgetMinor: budget === undefined ? undefined : readAmount('budget', budget, { currency }),
      endsAt: endsAt === undefined ? undefined : readInstant('endsAt', endsAt),
      actor,
    })
    return created({ data: campaignOf(campaign) })
  },
})

function campaignOf({ campaignId, name, currency, budgetMinor, endsAt, createdAt }: Campaign) {
  return {
    campaignId,
    name,
    currency: currency.code,
    budget: budgetMinor === undefined ? undefined : wireAmount(budgetMinor, currency),
    endsAt: optionalTime(endsAt),
    createdAt: isoTime(createdAt),
  }
}
