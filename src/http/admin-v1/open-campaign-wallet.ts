import { Type } from 'typebox'
import { openCampaignWallet } from '../../consumers/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { walletOf, WalletShape } from '../wallet-shape.ts'
import { readPartnerId } from '../wire-fields.ts'

/** Opens a consumer's wallet under a campaign, in the campaign's currency, empty. */
export const openCampaignWalletRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets',
  {
    body: Type.Object({ consumerId: Type.Integer() }),
    answer: Type.Object({ data: WalletShape }),
    async handle({ params, body, actor }, { ledger }) {
      const wallet = await openCampaignWallet(ledger, readPartnerId(params.partnerId), {
        campaignId: params.campaignId,
        consumerId: body.consumerId,
        actor,
      })
      return created({ data: walletOf(wallet) })
    },
  },
)
