import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { changeWalletSettings, getWalletSettings, type WalletSettings } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'

const SettingsShape = Type.Object(
  {
    isAllowed: Type.Boolean({
      description: 'True if the operator has switched on that owners spend STANDARD wallets',
    }),
    isSpendingOn: Type.Boolean({ description: 'True if owners of STANDARD wallets spend them' }),
  },
  { title: 'WalletSettings' },
)

const getOwnSettings = portalRoute('GET /portal/v1/wallet-settings', {
  permission: 'consumers:read',
  operationId: 'getOwnWalletSettings',
  summary: 'Returns whether people may spend their STANDARD wallets',
  response: Type.Object({ data: SettingsShape }),
  handle: async ({ partnerId }, { db }) =>
    ok({ data: settingsOf(await getWalletSettings(db, partnerId)) }),
})

const putOwnSettings = portalRoute('PUT /portal/v1/wallet-settings', {
  permission: 'wallet-settings:write',
  operationId: 'putOwnWalletSettings',
  refuses: ['state_conflict'],
  summary: 'Sets whether people may spend their STANDARD wallets',
  description: 'The switch of the operator bounds it.',
  body: Type.Object(
    { isSpendingOn: Type.Boolean({ description: 'Whether owners spend STANDARD wallets' }) },
    { title: 'NewWalletSettings' },
  ),
  response: Type.Object({ data: SettingsShape }),
  async handle({ partnerId, actor, body: { isSpendingOn: isOn } }, { db, clock }) {
    const change = { isOn, actor, at: clock.now() }
    const settings = await transact(db, (tx) => changeWalletSettings(tx, partnerId, change))
    return ok({ data: settingsOf(settings) })
  },
})

function settingsOf({ isAllowed, isOn }: WalletSettings) {
  return { isAllowed, isSpendingOn: isOn }
}

export const ownWalletSettingRoutes: readonly Route[] = [getOwnSettings, putOwnSettings]
