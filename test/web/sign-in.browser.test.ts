import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { openMailbox } from '../consumers/mailbox.ts'
import { minorUnits } from '../../src/core/mod.ts'
import { clippedOf, openPage, overflowOf, sharePage, violationsOf } from '../support/browser.ts'
import type { Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, shareService, startService } from '../support/service.ts'
import { PASSWORD, signedIn } from '../support/signed-in.ts'
import { changeUser, fillSignIn, signOut, visit } from './visit.ts'

const NEW_PASSWORD = 'staple battery horse correct'
const service = shareService({
  settings: {
    approvalKinds: ['deposits'],
    approvalAmounts: new Map([['deposits', new Map([['USD', minorUnits(10_000n)]])]]),
  },
})
/** The page on which one user after the other signs in. */
const sharedPage = sharePage(async () => {
  const running = await service()
  const { token } = await signedIn(running, { role: 'support' })
  return { url: `${urlWithName(running)}/console/account`, session: token }
})

/** Browsers have no passkeys for a host without a name. */
function urlWithName({ url }: { readonly url: string }): string {
  return url.replace('127.0.0.1', 'localhost')
}

/** Returns the faults of a page, without those of requests that were not signed in. */
async function faultsOf(page: Page, faults: readonly string[]): Promise<unknown[]> {
  const own = faults.filter((fault) => !/ 401 /.test(fault))
  const overflow = await overflowOf(page)
  const found = [...(await violationsOf(page)), ...(await clippedOf(page)), ...own]
  return overflow > 0 ? [...found, { overflow }] : found
}

async function confirm(page: Page, act: string, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a user sets an authenticator app up by its key and a code, and gets recovery codes', async () => {
  const { page, faults } = await sharedPage()

  await confirm(page, 'Set up an authenticator app', 'Current password', PASSWORD)
  const setupKey = await page.getByText(/^[A-Z2-7]{32}$/).innerText()
  const drawn = await page.getByRole('img', { name: /QR code/ }).innerHTML()
  expect(drawn).toContain('<path')
  expect(await violationsOf(page)).toEqual([])
  await confirm(page, 'Confirm', 'Code that the app', new TOTP({ secret: setupKey }).generate())
  const codes = (await page.getByText(/^([a-z2-7]{4}-){3}/).innerText()).split('\n')
  expect(codes).toHaveLength(10)
  await page.getByText('10 recovery codes are left.').waitFor()

  const signedInAt = page.locator('time').first()
  expect(await signedInAt.innerText()).not.toMatch(/^\d{4}-/)
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('menuitem', { name: 'Times in UTC' }).click()
  expect(await signedInAt.innerText()).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/)
  expect(faults).toEqual([])
})

test('a user adds a passkey, and signs in by it: alone, and as the second factor', async () => {
  const running = await service()
  const user = await signedIn(running, { role: 'finance' })
  const { page } = await sharedPage()
  await changeUser(page, user)
  await visit(page, '/console/account')
  await addAuthenticator(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('laptop')
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  await page.getByRole('cell', { name: 'laptop' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await violationsOf(page)).toEqual([])

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  await signOut(page)
  await fillSignIn(page, user)
  await page.getByLabel('Code').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  const target = `/admin/v1/audit?target=user:${user.userId}`
  const entries: Json[] = dataOf(await running.admin.get(target))
  const methods = entries.flatMap(({ action, after }) =>
    action === 'user.sign_in' ? [after.method] : [],
  )
  expect(methods).toEqual(['password+passkey', 'passkey', 'password'])

  // As after five minutes: an amount above a threshold needs the passkey again.
  await running.db.pool.query('update user_sessions set stepped_up_at = null')
  await visit(page, `/console/partners/${running.partner.partnerId}`)
  await page.getByRole('button', { name: 'Record a deposit' }).click()
  await dialog.getByLabel('Currency').fill('USD')
  await dialog.getByLabel('Reference').fill('wire-passkey')
  await dialog.getByLabel('Amount').fill('100')
  const keys: (string | undefined)[] = []
  page.on('request', (one) => {
    if (one.url().endsWith('/deposits') && one.method() === 'POST')
      keys.push(one.headers()['idempotency-key'])
  })
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(keys).toEqual([keys[0], keys[0]])
  const approvals: Json[] = dataOf(await running.admin.get('/admin/v1/approvals'))
  expect(approvals).toMatchObject([{ state: 'PENDING', requestedBy: user.email }])
})

test('a window shows the sign-in once another window has signed out, and does nothing as another user', async () => {
  const running = await service()
  const first = await signedIn(running)
  const second = await signedIn(running, { role: 'finance' })
  const { page } = await sharedPage()
  const over = page.getByText('Your session is over. Sign in')
  await changeUser(page, first)
  await visit(page, '/console/partners')
  await page.getByRole('button', { name: 'Create a partner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create a partner' })
  await dialog.getByLabel('Name').fill('Typed by the first')

  // Another user has signed in, which this window does not know yet.
  const cookies = await page.context().cookies()
  const ofSecond = cookies.map((cookie) => ({ ...cookie, value: second.token }))
  await page.context().addCookies(ofSecond)
  await page.keyboard.press('Enter')
  await over.waitFor()
  const path = '/admin/v1/partners?name=Typed%20by%20the%20first'
  expect(dataOf(await running.admin.get(path))).toEqual([])

  // A person who comes back to the window finds pages of the second user, not of the first.
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByText('Ann · finance').waitFor()
  await page.keyboard.press('Escape')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await signOut(other)
  await over.waitFor()
  await fillSignIn(other, first)
  await other.getByRole('navigation').waitFor()
  await page.evaluate("dispatchEvent(new Event('focus'))")
  await over.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByText('Ann · admin').waitFor()
  await page.keyboard.press('Escape')
  await other.close()
})

test('without a mail server, the page names a contact, and an operator makes a link', async () => {
  const running = await service()
  const { partnerId } = running.partner
  const { email } = await signedIn(running, { role: 'viewer', partnerId })
  const { page, faults } = await sharedPage()
  await signOut(page)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByText('This service sends no mails').waitFor()
  expect(await faultsOf(page, faults)).toEqual([])

  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await fillSignIn(page, await signedIn(running))
  await page.getByRole('navigation').waitFor()
  await visit(page, `/console/users?partnerId=${partnerId}`)
  const menu = page.getByRole('row', { name: email }).getByRole('button', { name: 'More actions' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'New password' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'New password' }).click()
  const link = await page.getByText('/portal/password-reset#tsp_').innerText()
  expect(await faultsOf(page, faults)).toEqual([])

  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('must have at least 12 characters').first().waitFor()
})

test('a user who forgot the password gets a link by mail, sets a new one, and signs in with it', async () => {
  const mailbox = await openMailbox()
  onTestFinished(() => mailbox.down())
  const running = await startService({ settings: { smtpUrl: mailbox.url } })
  const { email } = await signedIn(running, {
    role: 'owner',
    partnerId: running.partner.partnerId,
  })
  const { page, faults } = await openPage(`${urlWithName(running)}/portal`, { width: 390 })

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
  await page.setViewportSize({ width: 1440, height: 900 })
  // The link differs only by its hash, for which a browser does not load a page again.
  await page.goto('about:blank')
  await page.goto(link.href)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  expect(page.url()).not.toContain('#')
  expect(await faultsOf(page, faults)).toEqual([])
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('Your password is changed').waitFor()

  await page.getByRole('link', { name: 'Back to the sign-in' }).click()
  await fillSignIn(page, { email, password: NEW_PASSWORD })
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
})

/** Adds a device to the browser that stores passkeys and verifies its user. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
