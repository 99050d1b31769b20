import { expect, test } from 'vitest'
import { openPage, overflowOf, violationsOf } from '../support/browser.ts'
import type { RunningService } from '../support/service.ts'
import { PASSWORD, signedIn } from '../support/signed-in.ts'
import { visit } from './visit.ts'

const LOADED = "performance.getEntriesByType('resource').map(({ name }) => name).join(' ')"

/** Defines the tests of the second language, at a service that others share. */
export function testLanguages(service: () => Promise<RunningService>): void {
  test('German is chosen at the sign-in, loaded without English, remembered, and changed in the menu', async () => {
    const running = await service()
    const { email } = await signedIn(running)
    const { page, faults } = await openPage(`${running.url}/console`)
    const language = () => page.evaluate<string>('document.documentElement.lang')
    expect(await language()).toBe('en')

    await page.getByRole('button', { name: 'Deutsch' }).click()
    await page.getByLabel('E-Mail').fill(email)
    await page.getByRole('textbox', { name: 'Passwort' }).fill(PASSWORD)
    expect(await language()).toBe('de')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Bestellungen' }).waitFor()
    for (const [path, title] of Object.entries(PAGES)) {
      expect(await visit(page, path)).toBe(title)
      expect([path, await overflowOf(page), await violationsOf(page)]).toEqual([path, 0, []])
    }
    const loaded = (await page.evaluate<string>(LOADED)).split(' ')
    const texts = loaded.filter((path) => path.includes('/texts-'))
    expect(texts.length).toBeGreaterThan(3)
    expect(texts.filter((path) => !path.includes('/texts-de'))).toEqual([])

    // A part that is requested while the connection is lost is shown once it is back.
    await page.reload()
    await expect.poll(() => page.evaluate(LOADED)).toContain('/notices-')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Ihr Konto' }).click()
    await page.getByText('Die Verbindung zu Tessera ist verloren').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('link', { name: 'Orders' }).waitFor()
    expect(await language()).toBe('en')
    expect(faults.filter((fault) => !/ 401 |INTERNET_DISCONNECTED/.test(fault))).toEqual([])
  })
}

const PAGES = {
  '/console/orders': 'Bestellungen',
  '/console/partners': 'Partner',
  '/console/suppliers': 'Lieferanten',
  '/console/assortments': 'Sortimente',
  '/console/mails/templates': 'E-Mail-Vorlagen',
  '/console/account': 'Ihr Konto',
}
