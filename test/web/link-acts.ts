import { expect, test } from 'vitest'
import { sentLink } from '../links/link-fixture.ts'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import type { RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

/** Defines the test of the page of a link, at a service that others share. */
export function testLinkPage(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('a link is found by its id, shown again for a reason to permitted users, and cancelled', async () => {
    const running = await service()
    const partner = await running.newPartner({ USD: '30.00' })
    const { productId } = await running.product()
    const link = await sentLink(partner, { products: [productId] })
    const { page, faults } = await adminPage()
    const dialog = page.getByRole('dialog')
    await visit(page, '/console')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(link.linkId)
    await page.getByText('Link', { exact: true }).click()
    await page.getByRole('heading', { level: 1, name: link.linkId }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    for (const name of ['Show an address', 'Cancel the link']) {
      await page.getByRole('button', { name }).click()
      await dialog.getByText('25.00\u00A0USD').waitFor()
      await dialog.getByLabel('Reason').fill('called us')
      await dialog.getByRole('button', { name }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    const token = String(link.url).split('/c/')[1] ?? ''
    const shown = await page.getByText('/c/').innerText()
    expect(shown).not.toContain(token)
    await page.getByText('cancelled', { exact: true }).waitFor()
    expect(await partner.funds()).toEqual({ USD: 30 })
    expect(faults).toEqual([])
  })
}
