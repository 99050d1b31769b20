import { expect, test } from 'vitest'
import { openCampaign, openCampaignWallet } from '../conformance/partner-v1/fixture.ts'
import { chooseByKeyboard, expectForAll, tabTo, confirmByKeyboard } from '../links/each-reader.ts'
import { openPage, overflowOf, type OpenPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, shareService } from '../support/service.ts'
import { ownedWallet, postSession } from './wallet-fixture.ts'

const shared = shareService({ settings: { claimPort: 0 } })

test('a wallet is spent by keyboard only, on accessible pages', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  await service.product({ brand: 'Bakery' })
  const own = await ownedWallet(service)
  const { campaignId } = await openCampaign(service, partner.partnerId, {
    name: 'Thanks for all that you have done for us in the years of the longest of projects',
    endsAt: '2099-12-31T00:00:00Z',
  })
  const { consumerId } = own
  await openCampaignWallet(service, partner.partnerId, { campaignId, consumerId })
  const body = { consumerId: String(consumerId), locale: 'en' }
  const { url } = dataOf(await postSession(partner, body))
  const opened = await openPage(url, { width: 320 })
  const { page } = opened

  await expectForAll(opened)
  await tabTo(page, 'Open')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/w$/)
  await expectForAll(opened)
  await tabTo(page, '$50.00')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '$50.00' }).waitFor()
  await chooseByKeyboard(opened, 'Bakery')
  await tabTo(page, 'amount')
  await page.keyboard.insertText('20')
  await confirmByKeyboard(page)
  await eventually(async () => {
    expect(await partner.orders()).toMatchObject([{ status: 'COMPLETED' }])
  })
  await page.reload()
  await tabTo(page, 'Show the code')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copy' }).first().waitFor()
  await expectForAll(opened)
  await page.goto(new URL(`/w/${own.walletId}`, url).href)
  await page.getByRole('heading', { name: '$30.00' }).waitFor()
  await expectForAll(opened)
})

/** Opens the page on which owners of wallets sign in. */
async function openSignIn(options: { runsScripts?: boolean } = {}): Promise<OpenPage> {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const { partnerId } = partner
  dataOf(await admin.patch(`/admin/v1/partners/${partnerId}`, { walletSignIn: true }))
  const { walletId } = await ownedWallet(service)
  const { url } = dataOf(await postSession(partner, { walletId }))
  return await openPage(new URL(`/w/sign-in/${partnerId}`, url).href, { width: 320, ...options })
}

test('people sign in without a script', async () => {
  const opened = await openSignIn({ runsScripts: false })
  const { page } = opened

  const field = page.getByLabel('Your e-mail address')
  // The least height of a touch target.
  expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await field.fill('nobody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('a code is on its way').waitFor()
  await page.getByLabel('The nine digits').fill('123456789')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Send me another code' }).click()
  await page.getByLabel('Your e-mail address').waitFor()
  expect(opened.faults.filter((fault) => !fault.includes('400'))).toEqual([])
})

test.for(['', '/code'])('the sign-in page %s is accessible', async (part) => {
  const opened = await openSignIn()
  if (part !== '') {
    await opened.page.getByLabel('Your e-mail address').fill('nobody@example.com')
    await opened.page.keyboard.press('Enter')
    await opened.page.getByText('a code is on its way').waitFor()
  }
  await expectForAll(opened)
})

test('the pages of wallets need no script, and read from right to left in Arabic', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner } = service
  const { productId } = await service.product({ brand: 'Cinema' })
  const { walletId } = await ownedWallet(service)
  const { url } = dataOf(await postSession(partner, { walletId, locale: 'ar' }))
  const opened = await openPage(url, { width: 320, runsScripts: false })
  const { page, faults } = opened

  expect(await page.getAttribute('html', 'dir')).toBe('rtl')
  await page.getByRole('button').click()
  await page.locator(`a[href$="/${walletId}"]`).click()
  await page.locator(`a[href$="/choose/${productId}"]`).click()
  await page.locator('input[name=amount]').fill('10')
  await page.locator('input[name=agree]').check()
  await page.getByRole('button').click()
  await page.waitForURL(/\/cards\/1$/)
  expect(await overflowOf(page)).toBe(0)
  expect(faults).toEqual([])
  await eventually(async () => {
    expect(await partner.orders()).toMatchObject([{ status: 'COMPLETED' }])
  })
})
