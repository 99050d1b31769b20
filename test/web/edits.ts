import { expect, test } from 'vitest'
import type { OpenPage } from '../support/browser.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

/** Defines the test of a form whose values are changed in another tab while it is open. */
export function testEdits(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('an open form keeps what was changed in another tab, and asks before it replaces that', async () => {
    const running = await service()
    const { partnerId } = await running.newPartner()
    const path = `/admin/v1/partners/${partnerId}`
    const change = async (legal: object) =>
      dataOf(await running.admin.patch(path, { legal, reason: 'moved' }))
    await change({ name: 'Acme Ltd', address: '1 Old Lane', taxId: 'T1' })
    const { page, faults } = await adminPage()
    await visit(page, `/console/partners/${partnerId}`)
    await page.getByRole('button', { name: 'Legal identity' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tax number').fill('T2')
    await dialog.getByLabel('Reason').fill('asked for')

    await change({ name: 'Acme Ltd', address: '2 New Lane', taxId: 'T3' })
    await expect
      .poll(async () => {
        // What the browser says to a tab that is shown again.
        await page.evaluate(
          `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
        )
        return dialog.getByLabel('Address').inputValue()
      })
      .toBe('2 New Lane')

    expect(await dialog.getByLabel('Tax number').inputValue()).toBe('T2')
    await dialog.getByText('changed elsewhere meanwhile, to: T3').waitFor()
    await dialog.getByRole('button', { name: 'Legal identity' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const { legal } = dataOf(await running.admin.get(path))
    expect(legal).toEqual({ name: 'Acme Ltd', address: '2 New Lane', taxId: 'T2' })
    expect(faults).toEqual([])
  })
}
