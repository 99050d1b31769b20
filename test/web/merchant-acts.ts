import { expect, test } from 'vitest'
import { authorize, buyCode, newShop } from '../issuer/fixture.ts'
import type { OpenPage } from '../support/browser.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

/** Defines the tests of the pages of merchants. */
export function testMerchants(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('a merchant is added, gets a credential whose secrets are shown once, and is disabled', async () => {
    const { admin } = await service()
    const { page, faults } = await adminPage()
    const dialog = page.getByRole('dialog')
    const act = async (name: string, fields: Readonly<Record<string, string>> = {}) => {
      await page.getByRole('button', { name, exact: true }).click()
      for (const [label, value] of Object.entries(fields))
        await dialog.getByLabel(label).fill(value)
      await dialog.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await visit(page, '/console/merchants')
    await act('Add a merchant', { Name: 'Corner shop' })
    await page.getByRole('link', { name: 'Corner shop' }).click()
    await page.getByText('The first call of its tills').waitFor()

    await act('Issue a credential', { Label: 'till 1' })
    await page.getByText('Its secrets are shown once').waitFor()
    await page.reload()
    await page.getByRole('row', { name: 'till 1' }).waitFor()
    expect(await page.getByText('Its secrets are shown once').count()).toBe(0)
    await act('Revoke')
    await page.getByRole('row', { name: 'till 1' }).getByText('revoked').waitFor()
    await act('Disable')
    await page.getByRole('button', { name: 'Enable' }).waitFor()

    const merchants = dataOf(await admin.get('/admin/v1/merchants?pageSize=100'))
    const found = merchants.findLast(({ name }: { name: string }) => name === 'Corner shop')
    expect(found).toMatchObject({ status: 'DISABLED' })
    expect(faults).toEqual([])
  })

  test('the page of a merchant lists its calls, without a code', async () => {
    const running = await service()
    const shop = await newShop(running)
    const partner = await running.newPartner({ USD: '100.00' })
    const code = await buyCode({ ...running, partner })
    await authorize(shop, code, { reference: 'till-1', amount: 10 })
    const { page } = await adminPage()
    await visit(page, `/console/merchants/${shop.merchantId}`)
    const row = page.getByRole('row', { name: 'till-1' })
    expect(await row.innerText()).toContain('10.00')
    expect(await page.content()).not.toContain(code)
  })
}
