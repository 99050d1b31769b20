import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

const HTML = '<style>p{margin:0}</style><p style="line-height: 70px">Für {{ consumerName }}</p>'

/** Defines the test of the texts of mails. */
export function testMailTemplates(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('a preview shows a mail with its texts; texts are set for one partner and language, and removed', async () => {
    const { admin, newPartner } = await service()
    const { partnerId } = await newPartner({})
    const french = { partnerId, language: 'fr', subject: 'Bonjour', text: 'Bonjour' }
    dataOf(await admin.put('/admin/v1/mail-templates', french))
    const german = `/admin/v1/mail-templates/in-force?partnerId=${partnerId}&language=de`
    const { page, faults } = await adminPage()
    const mail = page.frameLocator('iframe')
    await visit(page, '/console/mails')
    await page.getByRole('link', { name: 'Mail templates' }).click()
    await mail.getByText('140.50 USD').waitFor()
    expect(await heightOf(mail.locator('.amount'))).toBeCloseTo(38.4, 0)

    await page.getByRole('button', { name: 'Change fr' }).click()
    await page.getByText('These texts are in force').waitFor()
    await page.getByLabel('Language').fill('de')
    // Typed at once, before the texts of the other language have left the form.
    const subject = page.getByLabel('Subject')
    await subject.fill('Guthaben von {{ nobody }}')
    await page.getByText('mails have the default texts below').waitFor()
    await page.getByText('has the unknown placeholder nobody').waitFor()
    await subject.fill('Guthaben von {{ partnerName }}')
    await page.getByText('Guthaben von Aurora Rewards').waitFor()
    await page.getByLabel('HTML of the mail').fill(HTML)
    const greeting = mail.getByText('Für Maya Lindholm')
    await greeting.waitFor()
    expect(await heightOf(greeting)).toBe(70)
    expect((await page.locator('iframe').boundingBox())?.width).toBe(390)
    expect(await violationsOf(page, { except: ['iframe'] })).toEqual([])
    await page.getByLabel('Show').selectOption('text')
    await page.locator('pre').getByText('Hello Maya Lindholm').waitFor()
    await page.getByRole('button', { name: 'Save the texts' }).click()
    await page.getByText('The texts are saved').waitFor()

    const set = { partnerId, language: 'de', subject: 'Guthaben von {{ partnerName }}', html: HTML }
    expect(dataOf(await admin.get(german)).template).toMatchObject(set)
    await page
      .getByRole('row', { name: 'Guthaben' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('mails have the default texts below').waitFor()
    expect(dataOf(await admin.get(german)).template.setBy).toBeUndefined()
    expect(faults.filter((fault) => !/ 400 /.test(fault))).toEqual([])
  })
}

/** Returns the height of an element, which shows whether the page policy permits its styles. */
async function heightOf(element: Locator): Promise<number | undefined> {
  return (await element.boundingBox())?.height
}
