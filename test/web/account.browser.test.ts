import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPage, violationsOf } from '../support/browser.ts'
import { shareService } from '../support/service.ts'
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
  expect(faults).toEqual([])
})
