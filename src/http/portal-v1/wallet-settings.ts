import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { changeWalletSettings, getWalletSettings } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'

const SIGN_IN =
  'True if people sign in to their wallets by a mailed code; mails of credits link to it'

const SettingsShape = Type.Object(
  {
    isAllowed: Type.Boolean({
      description: 'True if the operator lets owners spend STANDARD wallets',
    }),
    isSpendingOn: Type.Boolean({ description: 'True if owners of STANDARD wallets spend them' }),
    isSignInOn: Type.Boolean({ description: SIGN_IN }),
  },
  { title: 'WalletSettings' },
)

const getOwnSettings = portalRoute('GET /portal/v1/wallet-settings', {
  permission: 'consumers:read',
  operationId: 'getOwnWalletSettings',
  summary: 'Returns what people may do with their wallets',
  response: Type.Object({ data: SettingsShape }),
  handle: async ({ partnerId }, { db }) => ok({ data: await getWalletSettings(db, partnerId) }),
})

const putOwnSettings = portalRoute('PUT /portal/v1/wallet-settings', {
  permission: 'wallet-settings:write',
  operationId: 'putOwnWalletSettings',
  refuses: ['state_conflict'],
  summary: 'Sets what people may do with their wallets',
  description: '`isSpendingOn` needs `isAllowed` of the operator. Fields that are left out stay.',
  body: Type.Object(
    {
      isSpendingOn: Type.Optional(
        Type.Boolean({ description: 'True if owners may spend STANDARD wallets' }),
      ),
      isSignInOn: Type.Optional(Type.Boolean({ description: SIGN_IN })),
    },
    { title: 'NewWalletSettings' },
  ),
  response: Type.Object({ data: SettingsShape }),
  async handle({ partnerId, actor, body }, { db, clock }) {
    const change = { ...body, actor, at: clock.now() }
    return ok({ data: await transact(db, (tx) => changeWalletSettings(tx, partnerId, change)) })
  },
})

export const ownWalletSettingRoutes: readonly Route[] = [getOwnSettings, putOwnSettings]
