import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, violationsOf } from '../support/browser.ts'
import type { Json } from '../support/client.ts'
import { dataOf, shareService } from '../support/service.ts'
import { PASSWORD, signedIn } from '../support/signed-in.ts'

const service = shareService()

async function confirm(page: Page, act: string, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(label).fill(text)
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a user sets an authenticator app up by its key and a code, and gets recovery codes', async () => {
  const { url } = await service()
  const { token } = await signedIn(await service(), { role: 'support' })
  const { page, faults } = await openPage(`${url}/console/account`, { session: token })

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
  const user = await signedIn(await service(), { role: 'support' })
  // Browsers have no passkeys for a host without a name.
  const url = (await service()).url.replace('127.0.0.1', 'localhost')
  const { page } = await openPage(`${url}/console/account`, { session: user.token })
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

  await page.context().clearCookies()
  await page.goto(`${url}/console/account`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()

  await page.context().clearCookies()
  await page.goto(`${url}/console/account`)
  await page.getByLabel('E-mail').fill(user.email)
  await page.getByLabel('Password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  const entries: Json[] = dataOf(
    await (await service()).admin.get(`/admin/v1/audit?target=user:${user.userId}`),
  )
  const methods = entries.flatMap(({ action, after }) =>
    action === 'user.sign_in' ? [after.method] : [],
  )
  expect(methods).toEqual(['password+passkey', 'passkey'])
})

/** Gives the browser a device that keeps passkeys and verifies its user. */
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
