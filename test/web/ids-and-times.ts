import { expect, test } from 'vitest'
import { showAs } from '../support/browser.ts'
import type { sharePortal } from './portal-page.ts'
import { visit } from './visit.ts'

const SELECTED = `(() => {
  getSelection().selectAllChildren(document.querySelector('tbody td:nth-child(2)'))
  return getSelection().toString().trim()
})()`
const PRINTED = "getComputedStyle(document.querySelector('time'), '::after').content"

/** Defines the test of how ids and times are shown, at a portal that others share. */
export function testIdsAndTimes({ bought, ownerPage }: ReturnType<typeof sharePortal>): void {
  test('ids and times are short on the screen, and whole in a copy, a selection and print', async () => {
    const { running, orderId } = await bought()
    const { page, faults } = await ownerPage()
    await showAs(page, { theme: 'light', width: 1440 })
    const { origin } = new URL(running.url)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
    await visit(page, '/portal/orders')
    const row = page.getByRole('row').filter({ hasText: orderId })
    const link = row.getByRole('link', { name: orderId, exact: true })
    const time = row.locator('time')
    const width = async () => (await link.boundingBox())?.width ?? 0
    const onScreen = await width()
    expect(await time.innerText()).toMatch(/^now$|ago$/)

    await link.focus()
    await page.keyboard.press('y')
    await row.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(orderId)
    expect(await page.evaluate(SELECTED)).toBe(orderId)

    await page.emulateMedia({ media: 'print' })
    expect(await width()).toBeGreaterThan(1.5 * onScreen)
    expect(await time.innerText()).toBe('')
    expect(await page.evaluate(PRINTED)).toMatch(/:\d\d:\d\d/)
    await page.emulateMedia({ media: 'screen' })
    expect(faults).toEqual([])
  })
}
