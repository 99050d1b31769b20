import type { Page } from 'playwright-core'

/**
 * Opens a page of the application as its link does, without loading the application again. Returns
 * its heading, when it shows all that it has read.
 */
export async function visit(page: Page, path: string): Promise<string> {
  const address = JSON.stringify(path)
  await page.evaluate(`history.pushState({}, '', ${address}); dispatchEvent(new Event('popstate'))`)
  const [place = ''] = path.split('?')
  await page.locator(`[data-address="${place}"]`).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  return page.getByRole('heading', { level: 1 }).innerText()
}
