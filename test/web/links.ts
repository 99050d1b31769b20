import { expect, onTestFinished, test } from 'vitest'
import { switchMailingOff, switchMailingOn } from '../../src/consumers/mod.ts'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { anImage } from '../support/images.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

export interface Business {
  readonly running: RunningService
  /** The page of an owner of the partner of `running`. */
  ownerPage(): Promise<OpenPage>
}

/** Defines the tests of the links that people of a partner send in the portal. */
export function testLinks(business: () => Promise<Business>): void {
  test('a link shows its amount before it is sent and its address once; cancelled, it returns the money', async () => {
    const { running, ownerPage } = await business()
    const { page, faults } = await ownerPage()
    const before = await fundsOf(running)
    await visit(page, '/portal/links')
    await page.getByText('Send yourself one').waitFor()
    await page.getByRole('button', { name: 'Send a link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ann Example')
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('Worth').fill('12.50')
    const { productId } = await running.product({ brand: 'Only this card' })
    await dialog.getByRole('combobox', { name: 'What they may choose' }).fill('only this')
    await dialog.getByRole('option', { name: 'Only this card' }).click()
    await dialog.getByLabel('Can be claimed until').fill('2031-02-03T10:00')
    await dialog.getByLabel('Language').selectOption('de')
    await dialog.getByLabel('Your reference of what you send').fill('thanks-one')
    await dialog.getByRole('button', { name: 'See what it changes' }).click()
    await dialog.getByText(`Afterwards your funds are ${money(before - 12.5)}`).waitFor()
    expect(await fundsOf(running)).toBe(before)
    await dialog.getByRole('button', { name: `Send ${money(12.5)}` }).click()

    await page.getByText('Hand this address over now').waitFor()
    expect(await fundsOf(running)).toBe(before - 12.5)
    await page.getByRole('link', { name: 'Ann Example' }).click()
    await page.getByRole('heading', { name: 'Link for Ann Example' }).waitFor()
    const [{ linkId, ...terms }] = dataOf(await running.partner.get('/v2/links'))
    const claimBy = expect.stringMatching(/^2031-02-0/)
    expect(terms).toMatchObject({ products: [productId], claimBy, locale: 'de' })
    expect(new URL(page.url()).pathname).toBe(`/portal/links/${linkId}`)
    await page.getByText('thanks-one').waitFor()
    expect(await page.content()).not.toContain('/c/')
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await page.getByRole('button', { name: 'Replace the address' }).click()
    await dialog.getByRole('button', { name: 'Replace the address' }).click()
    await page.getByRole('button', { name: 'Copy: Address of the link' }).waitFor()
    await page.getByRole('button', { name: 'Cancel the link' }).click()
    await dialog.getByText(money(12.5)).waitFor()
    await dialog.getByRole('button', { name: 'Cancel the link' }).click()
    await page.getByText('The link is cancelled').waitFor()
    expect(await fundsOf(running)).toBe(before)
    expect(faults).toEqual([])
  })

  test('a file of links is corrected by line, sent once, and its addresses are shown once', async () => {
    const { running, ownerPage } = await business()
    const { page } = await ownerPage()
    const before = await fundsOf(running)
    const check = async (lines: readonly string[]): Promise<void> => {
      const buffer = Buffer.from(['name,email,amount', ...lines].join('\n'))
      const file = { name: 'links.csv', mimeType: 'text/csv', buffer }
      await page.getByLabel('The file').setInputFiles(file)
      await page.getByRole('button', { name: 'Check the file' }).click()
    }
    const { productId } = await running.product({ brand: 'Of many' })
    await visit(page, '/portal/links/new')
    await page.getByRole('combobox', { name: 'What they may choose' }).fill('of many')
    await page.getByRole('option', { name: 'Of many' }).click()
    await page.getByRole('button', { name: 'Leave out Of many' }).waitFor()
    await page.getByLabel('Your reference of what you send').fill('thanks-many')
    await check(['Ann,ann@example.com,1.000', 'Ben,ben@example.com,15'])
    await page.getByRole('row', { name: '2 amount must be a number' }).waitFor()
    await check(['Ann,ann@example.com,10', 'Ben,nobody,15', 'Cy,,0'])
    // Faults that only the service can find.
    await page.getByRole('row', { name: '3 email' }).waitFor()
    await page.getByRole('row', { name: '4 amount' }).waitFor()
    await check(['Ann,ann@example.com,10', 'Ben,ben@example.com,15'])
    await page.getByText(money(before - 25)).waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    expect(await fundsOf(running)).toBe(before)

    await page.getByRole('button', { name: `Send 2 links for ${money(25)}` }).click()
    await page.getByRole('button', { name: 'Download the addresses' }).waitFor()
    expect(await fundsOf(running)).toBe(before - 25)
    const [{ products }] = dataOf(await running.partner.get('/v2/links'))
    expect(products).toEqual([productId])
    await page.getByRole('link', { name: 'To the links' }).click()
    await page.getByText('2 of 3 links can be claimed').waitFor()
    await page.getByRole('link', { name: 'Ben' }).waitFor()
  })
}

/** Defines the test of templates of links. */
export function testBrandedLinks(business: () => Promise<Business>): void {
  test('a template is previewed while it is made, and a link sent by it looks like the preview', async () => {
    const { running, ownerPage } = await business()
    const { page, faults } = await ownerPage()
    await visit(page, '/portal/links/templates')
    const preview = page.frameLocator('iframe')
    await preview.getByRole('heading', { name: 'sent you' }).waitFor()
    await page.getByLabel('Name of the template').fill('Summer')
    await page.getByLabel('Sender').fill('Aurora Rewards')
    await page.getByLabel('Color of buttons').fill('#7a7a7a')
    await preview.getByText('has a contrast of 4.29:1').waitFor()
    await page.getByLabel('Color of buttons').fill('#123456')
    await page.getByLabel('Texts in').selectOption('ar')
    await page.getByLabel('Message').fill('مع الشكر')
    await preview.getByText('مع الشكر').waitFor()
    expect(await preview.locator('html').getAttribute('dir')).toBe('rtl')
    const image = { name: 'logo.png', mimeType: 'image/png', buffer: anImage() }
    await page.getByLabel('Logo').setInputFiles(image)
    await preview.getByRole('img', { name: 'Aurora Rewards' }).waitFor()
    await page.getByLabel('Show').selectOption('mail')
    await eventually(async () => expect(await preview.getByRole('link').count()).toBe(1))
    expect(await violationsOf(page, { except: ['iframe'] })).toEqual([])
    await page.getByRole('button', { name: 'Save the template' }).click()
    await page
      .getByLabel('Template', { exact: true })
      .getByText('Summer')
      .waitFor({ state: 'attached' })

    await visit(page, '/portal/links')
    await page.getByRole('button', { name: 'Send a link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Fay')
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('Worth').fill('5')
    await dialog.getByLabel('How it looks').selectOption('Summer')
    await dialog.getByLabel('Your reference of what you send').fill('thanks-branded')
    await dialog.getByRole('button', { name: 'See what it changes' }).click()
    await dialog.getByRole('button', { name: `Send ${money(5)}` }).click()
    await page.getByText('Hand this address over now').waitFor()
    const [{ templateId }] = dataOf(await running.partner.get('/v2/links'))
    expect(templateId).toMatch(/^tpl_/)
    expect(faults).toEqual([])
  })
}

/** Defines the test of the rules of all links. */
export function testClaimRules(business: () => Promise<Business>): void {
  test('the rules of all links have an amount a day for each currency, and end when emptied', async () => {
    const { running, ownerPage } = await business()
    const { page, faults } = await ownerPage()
    const dialog = page.getByRole('dialog')
    const save = async (amount: string, networks: string): Promise<void> => {
      await page.getByRole('button', { name: 'Rules of all links' }).click()
      await dialog.getByLabel('Claimed in a day, at most, in USD').fill(amount)
      await dialog.getByLabel('Claims from one network').fill(networks)
      await dialog.getByRole('button', { name: 'Rules of all links' }).click()
    }
    await visit(page, '/portal/links/templates')
    await save('12.345', '3')
    await dialog.getByText('At most 2 decimals').waitFor()
    await page.keyboard.press('Escape')
    await save('12.50', '3')
    await dialog.waitFor({ state: 'hidden' })
    const stored = async (): Promise<unknown> => {
      const { rows } = await running.db.pool.query(
        'select claim_rules from partners where partner_id = $1',
        [running.partner.partnerId],
      )
      return rows[0]?.claim_rules
    }
    const amountPerDay = [{ currency: 'USD', amountMinor: '1250' }]
    expect(await stored()).toMatchObject({ networkPerDay: 3, amountPerDay })
    await save('', '')
    await dialog.waitFor({ state: 'hidden' })
    expect(await stored()).toBeNull()
    expect(faults).toEqual([])
  })
}

/** Defines the test of links that are mailed. */
export function testMailedLinks(business: () => Promise<Business>): void {
  test('a link is mailed only if mails are possible, and its page shows the state of the mail', async () => {
    const { running, ownerPage } = await business()
    const { page } = await ownerPage()
    const dialog = page.getByRole('dialog')
    const preview = dialog.getByRole('button', { name: 'See what it changes' })
    const email = dialog.getByLabel('E-mail')
    await visit(page, '/portal/links')
    await page.getByRole('button', { name: 'Send a link' }).click()
    await dialog.getByText('nothing is mailed to it').waitFor()
    await dialog.getByLabel('How they get it').selectOption('EMAIL')
    await dialog.getByLabel('Name').fill('Dora')
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('Worth').fill('5')
    await dialog.getByLabel('Your reference of what you send').fill('thanks-mailed')
    await preview.click()
    await email.and(page.locator(':invalid')).waitFor()
    await email.fill('dora')
    await dialog.getByLabel('Remind them').uncheck()
    await preview.click()
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true')
    await email.fill('dora@example.com')
    await preview.click()
    await dialog.getByText('this service sends no mails').waitFor()
    await switchMailingOn(running.db)
    onTestFinished(() => switchMailingOff(running.db))
    await preview.click()
    await dialog.getByRole('button', { name: `Send ${money(5)}` }).click()
    await page.getByText('The link is mailed').waitFor()

    await page.getByRole('link', { name: 'Dora' }).click()
    await page.getByText('It waits. It is due at').waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await page.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await dialog.getByText('its message is queued').waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()

    await visit(page, '/portal/links/new')
    await page.getByLabel('How they get it').selectOption('EMAIL')
    await page.getByLabel('Your reference of what you send').fill('thanks-many-mailed')
    const buffer = Buffer.from('name,email,amount\nEve,,5')
    const file = { name: 'links.csv', mimeType: 'text/csv', buffer }
    await page.getByLabel('The file').setInputFiles(file)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByRole('row', { name: '2 email is required where links are mailed' }).waitFor()
  })
}

export async function fundsOf({ partner }: RunningService): Promise<number> {
  const { USD = 0 } = await partner.funds()
  return USD
}

export function money(amount: number): string {
  return `${amount.toFixed(2)}\u00A0USD`
}
