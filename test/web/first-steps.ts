import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Looks at the steps of a new operator and hides them: then they are neither shown nor read. */
export async function hideFirstSteps(page: Page): Promise<void> {
  const steps = page.getByRole('region', { name: 'First steps' })
  const partner = steps.getByRole('listitem').filter({ hasText: /^First partnerDone$/ })
  await partner.waitFor()
  await steps.getByRole('link', { name: 'Set a price' }).waitFor()
  await page.evaluate(`Storage.prototype.setItem = () => { throw new DOMException('full') }`)
  await steps.getByRole('button', { name: 'Hide these steps' }).click()
  await steps.waitFor({ state: 'hidden' })
  await page.reload()
  await steps.getByRole('button', { name: 'Hide these steps' }).click()

  const read: string[] = []
  page.on('request', (request) => {
    read.push(new URL(request.url()).pathname)
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Needs you' }).waitFor()
  expect(await steps.count()).toBe(0)
  expect(read).toContain('/admin/v1/overview')
  expect(read).not.toContain('/admin/v1/price-rules')
}
