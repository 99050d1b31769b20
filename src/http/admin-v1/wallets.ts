import { Type } from 'typebox'
import { setWalletStatus, WALLET_STATUSES } from '../../consumers/mod.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { walletOf, WalletShape } from '../wallet-shape.ts'
import { readPartnerId } from '../wire-fields.ts'
import { Reason } from './reason.ts'

const StatusChange = Type.Object({
  status: Type.Enum([...WALLET_STATUSES]),
  reason: Reason,
})

const setWalletStatusRoute = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status',
  {
    body: StatusChange,
    response: Type.Object({ data: WalletShape }),
    async handle({ params, body: { status, reason }, actor }, { ledger }) {
      const partnerId = readPartnerId(params.partnerId)
      const change = { status, reason, actor }
      return ok({
        data: walletOf(await setWalletStatus(ledger, partnerId, params.walletId, change)),
      })
    },
  },
)

export const walletRoutes = [setWalletStatusRoute]
