import { expect, test } from 'vitest'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { anOrder, dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

/** Defines the test of the items of an order in the console. */
export function testOrderItems(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('an item is refunded where the order lists it, and says so', async () => {
    const { page, faults } = await adminPage()
    const running = await service()
    const { productId, brand } = await running.product()
    const partner = await running.newPartner({ USD: '300.00' })
    const order = anOrder({ productId, amount: 5, quantity: 60, itemReference: 'Ann' })
    const { id } = dataOf(await partner.post('/v2/orders', order))
    await running.waitForOrder(id, 'COMPLETED')
    await visit(page, `/console/orders/${id}`)
    await page.getByRole('tab', { name: 'Items' }).click()
    await page.getByText('Items 1 – 50 of 60').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()

    const row = page.getByRole('row', { name: `60 ${brand}` })
    await row.getByRole('button', { name: 'Refund, replace or block' }).click()
    const dialog = page.getByRole('dialog', { name: 'Item 60' })
    await dialog.getByLabel('Kind').selectOption('refund')
    await dialog.getByLabel('Reason').fill('declined')
    await dialog.getByRole('button', { name: 'Refund' }).click()

    await row.getByText('done').waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    expect(faults).toEqual([])
  })
}
