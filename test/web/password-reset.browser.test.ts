import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openMailbox } from '../consumers/mailbox.ts'
import { clippedOf, openPage, overflowOf, violationsOf } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'

const NEW_PASSWORD = 'staple battery horse correct'

/** What is wrong with a page, except that nobody is signed in. */
async function faultsOf(page: Page, faults: readonly string[]): Promise<unknown[]> {
  const own = faults.filter((fault) => !/ 401 /.test(fault))
  const overflow = await overflowOf(page)
  const found = [...(await violationsOf(page)), ...(await clippedOf(page)), ...own]
  return overflow > 0 ? [...found, { overflow }] : found
}

test('who forgot the password gets a link by mail, chooses a new one, and signs in with it', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.down())
  const running = await startService({ settings: { smtpUrl: mailbox.url } })
  const { email } = await signedIn(running, {
    role: 'owner',
    partnerId: running.partner.partnerId,
  })
  const { page, faults } = await openPage(`${running.url}/portal`, { width: 390 })

  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('E-mail').fill(email)
  expect(await faultsOf(page, faults)).toEqual([])
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('a link is on its way').waitFor()
  expect(await faultsOf(page, faults)).toEqual([])

  await eventually(() => Promise.resolve(expect(mailbox.received).toHaveLength(1)))
  const text = mailbox.received[0]?.raw.replaceAll('=\r\n', '') ?? ''
  const link = new URL(/http:\/\/\S+/.exec(text)?.[0] ?? 'none')
  expect(link.pathname + link.hash).toMatch(/^\/portal\/password-reset#tsp_[\w-]{43}$/)
  const { page: reader, faults: atReader } = await openPage(link.href)
  await reader.getByLabel('New password').fill(NEW_PASSWORD)
  expect(reader.url()).not.toContain('#')
  expect(await faultsOf(reader, atReader)).toEqual([])
  await reader.getByRole('button', { name: 'Set the password' }).click()
  await reader.getByText('Your password is changed').waitFor()

  await reader.getByRole('link', { name: 'Back to the sign-in' }).click()
  await reader.getByLabel('E-mail').fill(email)
  await reader.getByRole('textbox', { name: 'Password' }).fill(NEW_PASSWORD)
  await reader.getByRole('button', { name: 'Sign in', exact: true }).click()
  await reader.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
})

test('without a mail server, the page names who helps, and an operator makes a link', async () => {
  const running = await startService()
  const { partnerId } = running.partner
  const { token } = await signedIn(running)
  const { email } = await signedIn(running, { role: 'viewer', partnerId })
  const { page, faults } = await openPage(`${running.url}/console/password-reset`)
  await page.getByText('This service sends no mails').waitFor()
  expect(await faultsOf(page, faults)).toEqual([])

  const address = `${running.url}/console/users?partnerId=${partnerId}`
  const { page: users, faults: atUsers } = await openPage(address, { session: token })
  await users
    .getByRole('row', { name: email })
    .getByRole('button', { name: 'New password' })
    .click()
  await users.getByRole('dialog').getByRole('button', { name: 'New password' }).click()
  const link = await users.getByText('/portal/password-reset#tsp_').innerText()
  expect(await faultsOf(users, atUsers)).toEqual([])

  const { page: reader } = await openPage(link)
  await reader.getByLabel('New password').fill('short')
  await reader.keyboard.press('Enter')
  await reader.getByText('must have at least 12 characters').first().waitFor()
})
