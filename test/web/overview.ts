import { expect, test } from 'vitest'
import type { OpenPage } from '../support/browser.ts'
import { Gate } from '../support/gate.ts'
import { anOrder, dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

/** Defines the test of the money on Overview. */
export function testOverview(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('Overview shows the day beside a week before, and does not wait for the margin', async () => {
    const { page } = await adminPage()
    const running = await service()
    const { productId } = await running.product()
    const partner = await running.newPartner({ USD: '15.00' })
    const order = anOrder({ productId, amount: 5, quantity: 3 })
    const { id } = dataOf(await partner.post('/v2/orders', order))
    await running.waitForOrder(id, 'COMPLETED')
    const gate = new Gate()
    await page.route('**/admin/v1/overview/margin', async (route) => {
      await gate.passed()
      await route.fulfill({ status: 503, json: { error: { code: 'X', message: 'too busy' } } })
    })
    await visit(page, '/console')

    await page
      .getByRole('figure', { name: 'Charged' })
      .getByText(/a week before/)
      .waitFor()
    await page.getByRole('figure', { name: 'Codes delivered' }).waitFor()
    expect(await page.getByRole('figure', { name: 'Margin' }).count()).toBe(0)
    gate.open()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('figure', { name: 'Charged' }).waitFor()
    await page.unroute('**/admin/v1/overview/margin')
    await page.getByRole('button', { name: 'Try again' }).click()
    const margin = page.getByRole('figure', { name: 'Margin' })
    await margin.getByText('of unknown cost').waitFor()
    const codes = page.getByRole('figure', { name: 'Codes delivered' })
    await codes.getByRole('button', { name: 'Table' }).press('Enter')
    await codes.getByRole('row').last().getByRole('cell', { name: '3' }).waitFor()
    expect(await codes.getByRole('row').count()).toBe(24)
  })
}
