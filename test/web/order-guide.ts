import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MS_PER_DAY } from '../../src/core/mod.ts'
import { readPage, sectionOf } from '../docs/markdown.ts'
import type { OpenPage } from '../support/browser.ts'
import type { RunningService } from '../support/service.ts'
import { eventually } from '../support/eventually.ts'
import { visit } from './visit.ts'

const GUIDE = readPage('docs/guides/portal-orders.md')
/** A label that is pressed or filled in, and the text that is typed there. */
const STEP = /\*\*([^*]+)\*\*(?: `([^`]+)`)?/g

interface Portal {
  readonly running: RunningService
  ownerPage(): Promise<OpenPage>
}

/** Does what the numbered steps of a section say. */
async function follow(page: Page, section: string): Promise<void> {
  const steps = sectionOf(GUIDE, section).match(/^\d\. [^]*?(?=^\d\. |^$)/gm) ?? []
  expect(steps.length).toBeGreaterThan(1)
  for (const [, label = '', value] of steps.join('').matchAll(STEP)) {
    if (value !== undefined) {
      const isTime = value.includes('T')
      await page.getByLabel(label).fill(isTime ? inTenDays() : value)
    } else {
      // The button names the time, which is not that of the guide.
      const name = label.startsWith('Order on') ? /^Order on/ : label
      const place = page.getByRole('link', { name, exact: true })
      await place.or(page.getByRole('button', { name })).first().click()
    }
  }
}

/** Returns a time in ten days, in the form of a time field. */
function inTenDays(): string {
  return new Date(Date.now() + 10 * MS_PER_DAY).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)
}

/** Defines the tests of the guide to orders in the portal. */
export function testOrderGuide(portal: () => Promise<Portal>): void {
  test('the steps of the guide order now and on a day; a scheduled order is withdrawn, or retried if refused', async () => {
    const { running, ownerPage } = await portal()
    const { page, faults } = await ownerPage()
    await running.product({ brand: 'Northwind Coffee' })
    // A catalog that was just read for somebody else is not read again at once, nor is one that the
    // page shows already.
    await eventually(async () => {
      await visit(page, '/portal')
      await visit(page, '/portal/shop')
      await page.getByText('Northwind Coffee', { exact: true }).waitFor({ timeout: 1_000 })
    })
    await visit(page, '/portal')

    await follow(page, 'Fill the cart')
    await follow(page, 'Order now')
    await page.getByRole('row', { name: 'Northwind Coffee' }).nth(2).waitFor()

    await follow(page, 'Fill the cart')
    await follow(page, 'Order on a day')
    await page.getByText('It is ordered at its time.').waitFor()
    await page.getByRole('main').getByText('scheduled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('main').getByText('withdrawn', { exact: true }).waitFor()

    await follow(page, 'Fill the cart')
    await follow(page, 'Order on a day')
    await page.getByText('It is ordered at its time.').waitFor()
    await running.db.pool.query(`
      update order_drafts
      set state = 'WAITING', reason = 'available 0.00 USD', place_due_at = null,
        place_at = now() - interval '1 s', tried_at = now()
      where state = 'SCHEDULED'`)
    await page.reload()
    await page.getByText('It was refused at its time, for the reason given.').waitFor()
    await page.getByRole('button', { name: 'Try again for 50.00\u00A0USD' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Open the order' }).waitFor()
    expect(faults).toEqual([])
  })
}
