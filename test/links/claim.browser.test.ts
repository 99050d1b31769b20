import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { openPage, overflowOf } from '../support/browser.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { chooseByKeyboard, expectForAll, tabTo, confirmByKeyboard } from './each-reader.ts'
import { claimCard, linkNow, sentLink } from './link-fixture.ts'

const service = shareService({ settings: { claimPort: 0 } })
const BAR_CODE = '6006491234567890'

/** A service with a card of stock that has a PIN, a bar code and a date. */
async function serviceWithCard(
  code: string,
): Promise<RunningService & { readonly productId: number }> {
  const running = await service({ funds: { USD: '500.00' } })
  const { productId } = await running.product({ supplier: 'vault', brand: 'Bakery' })
  const header = 'faceValue,giftCardNumber,giftCardPin,barCodeNumber,expiresAt'
  const csv = `${header}\n25,${code},0815,${BAR_CODE},2031-05-06\n`
  const path = `/admin/v1/products/${productId}/codes`
  const { status } = await running.admin.post(path, csv, { 'content-type': 'text/csv' })
  expect(status).toBe(201)
  return { ...running, productId }
}

test('a card is chosen, shown and copied by keyboard only, on accessible pages', async () => {
  const code = 'CARD-4711-KEYS'
  const { partner, productId } = await serviceWithCard(code)
  const link = await sentLink(partner, { products: [productId] })
  const opened = await openPage(link.url, { width: 320 })
  const { page } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await chooseByKeyboard(opened, 'Bakery')
  await confirmByKeyboard(page)
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({ status: 'CLAIMED' })
  })
  await page.reload()
  await expectForAll(opened)
  await tabTo(page, 'Show the code')
  await page.keyboard.press('Enter')
  await page.getByText(code).waitFor()
  await expectForAll(opened)

  await tabTo(page, 'Copy')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Copied.').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(code)
  await page.getByRole('button', { name: 'Copy: PIN' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('0815')
  await page.getByRole('img', { name: 'Bar code' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Back' }).isVisible()).toBe(false)
  await page.getByText(BAR_CODE).waitFor()
})

test('the pages of a link need no script, and read from right to left in Arabic', async () => {
  const code = 'CARD-4712-PLAIN'
  const { partner, admin, productId } = await serviceWithCard(code)
  const path = `/admin/v1/products/${productId}/content`
  expect(await admin.patch(path, { barcode: 'QR' })).toMatchObject({ status: 200 })
  const link = await sentLink(partner, { products: [productId], locale: 'ar' })
  const card = await claimCard(link.url, { productId, amount: '25' })
  await eventually(async () => {
    expect(await linkNow(partner, link)).toMatchObject({ status: 'CLAIMED' })
  })
  const opened = await openPage(card, { width: 320, runsScripts: false })
  const { page, faults } = opened
  expect(await page.getAttribute('html', 'dir')).toBe('rtl')
  await page.getByRole('button').click()
  await page.getByText(code).waitFor()
  expect(await page.getByText(code).getAttribute('dir')).toBe('ltr')
  expect(await page.getByRole('img').getAttribute('class')).toBe('qr')
  // Actions that need a script have no button.
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await overflowOf(page)).toBe(0)
  expect(faults).toEqual([])
})

test('a page is readable in both themes, with any accepted colors', async () => {
  const { productId, ...running } = await serviceWithCard('CARD-4713-COLORS')
  const { partnerId } = running.partner
  const owner = await signedIn(running, { role: 'owner', partnerId })
  const colors = [
    { accentColor: '#ffd400', paperColor: '#fff7d6' },
    { accentColor: '#101010' },
    // The darkest paper on which all texts have a contrast of 4.5:1.
    { accentColor: '#757575', paperColor: '#d6d6d6' },
  ]
  for (const look of colors) {
    const created = await owner.post('/portal/v1/link-templates', { name: 'Any', ...look })
    const { templateId } = dataOf(created)
    const link = await sentLink(running.partner, { products: [productId], templateId })
    const opened = await openPage(`${link.url}/choose/${productId}`, { width: 320 })
    await expectForAll(opened)
    const color = "getComputedStyle(document.querySelector('button')).backgroundColor"
    const accent = await opened.page.evaluate<string>(color)
    expect(accent).toBe(`rgb(${rgbOf(look.accentColor).join(', ')})`)
  }
})

function rgbOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
}
