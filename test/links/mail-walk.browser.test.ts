import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailedService, type MailedService } from '../consumers/mailed-service.ts'
import { openPage } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { chooseByKeyboard, expectForAll, tabTo, confirmByKeyboard } from './each-reader.ts'
import { linkNow, sentLink } from './link-fixture.ts'

let service: MailedService

beforeAll(async () => {
  service = await openMailedService()
})
afterAll(() => service.end())

/** Returns the part of a mail that mail programs show, decoded from quoted-printable (RFC 2045). */
function htmlOf(raw: string): string {
  const [, encoded = ''] = /<!doctype html>([\s\S]*?<\/html>)/i.exec(raw) ?? []
  const joined = encoded.replaceAll(/=\r?\n/g, '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )
  return `<!doctype html>${Buffer.from(bytes, 'latin1').toString('utf8')}`
}

test('a person gets from the mail to the card by keyboard only, on accessible pages', async () => {
  const { productId } = await service.product({ brand: 'Bakery' })
  const email = 'walk@example.com'
  const recipients = [{ name: 'Ada', email }]
  const input = { delivery: 'EMAIL', products: [productId], recipients }
  const link = await sentLink(service.partner, input)
  const { raw } = await eventually(() => {
    const mail = service.mailbox.received.find(({ to }) => to === email)
    if (!mail) throw new Error('no mail yet')
    return Promise.resolve(mail)
  })

  // The mail is shown at this host in place of a mail program, without the policy of our pages.
  const opened = await openPage(`${new URL(link.url).origin}/c/none`, { width: 320 })
  const { page, faults } = opened
  faults.length = 0
  const mailPage = { contentType: 'text/html; charset=utf-8', body: htmlOf(raw) }
  await page.route('**/mail', (route) => route.fulfill(mailPage))
  await page.goto(`${new URL(link.url).origin}/mail`)
  await expectForAll(opened)
  await tabTo(page, 'Choose')
  await page.keyboard.press('Enter')
  await page.waitForURL(link.url)
  await chooseByKeyboard(opened, 'Bakery')
  await confirmByKeyboard(page)
  await eventually(async () => {
    expect(await linkNow(service.partner, link)).toMatchObject({ status: 'CLAIMED' })
  })
  await page.reload()
  await tabTo(page, 'Show the code')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Copy/ }).first().waitFor()
  await expectForAll(opened)
})
