import { expect, test } from 'vitest'
import { expectError } from '../conformance/v2/fixture.ts'
import { dataOf, shareService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import {
  openWallets,
  ownedWallet,
  spendForm,
  switchSpending,
  walletNow,
} from '../wallet-sessions/wallet-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })
const PATH = '/portal/v1/wallet-settings'

test('an owner stops the spending of wallets at once, and lets it go on', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { partnerId } = partner
  const { productId } = await service.product()
  const own = await ownedWallet(service)
  const { walletId } = own
  const opened = await openWallets(partner, { walletId })
  const form = await spendForm(opened, { walletId, productId, amount: '10' })
  const owner = await signedIn(service, { role: 'owner', partnerId })
  expect(dataOf(await owner.get(PATH))).toEqual({
    isAllowed: true,
    isSpendingOn: true,
    isSignInOn: false,
  })

  const off = await owner.send('PUT', PATH, { isSpendingOn: false })

  expect(dataOf(off)).toMatchObject({ isAllowed: true, isSpendingOn: false })
  const send = () => opened.browser.submit(`${opened.base}/w/${walletId}/claim`, form)
  expect((await send()).html).toContain('Nothing can be chosen')
  expect(await walletNow(partner, own)).toMatchObject({ balance: 50 })
  expect(dataOf(await admin.get(`/admin/v1/partners/${partnerId}`))).toMatchObject({
    walletSpending: true,
    walletSpendingStopped: true,
  })
  const [entry] = dataOf(await admin.get(`/admin/v1/audit?target=partner:${partnerId}&pageSize=1`))
  expect(entry).toMatchObject({
    action: 'partner.wallet_settings',
    after: { walletSpendingStopped: true },
  })
  dataOf(await owner.send('PUT', PATH, { isSpendingOn: true }))
  expect((await send()).status).toBe(303)
  expect(await walletNow(partner, own)).toMatchObject({ balance: 40 })
})

test('spending that the operator switched off cannot be switched on, and only owners may switch', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partnerId } = service.partner
  await switchSpending(service, false)
  const owner = await signedIn(service, { role: 'owner', partnerId })
  const finance = await signedIn(service, { role: 'finance', partnerId })

  const refused = await owner.send('PUT', PATH, { isSpendingOn: true })

  expectError(refused, 409, 'BUSINESS_RULE_VIOLATION')
  expect(dataOf(await finance.get(PATH))).toMatchObject({ isAllowed: false, isSpendingOn: false })
  const off = await finance.send('PUT', PATH, { isSpendingOn: false })
  expectError(off, 403, 'AUTHORIZATION_ERROR')
})
