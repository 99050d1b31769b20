import { expect, test } from 'vitest'
import { openPage, overflowOf, violationsOf } from '../support/browser.ts'
import { dataOf, shareService } from '../support/service.ts'
import { FROM_OWN_PAGE } from '../support/signed-in.ts'

const service = shareService()
const USER = { email: 'ada@operator.example', password: 'correct horse battery staple' }
/** Each page of the console, by its address. */
const PAGES = [
  '',
  '/trace?q=nothing',
  '/orders',
  '/cases',
  '/alerts',
  '/requests',
  '/mails',
  '/partners',
  '/catalog',
  '/stock',
  '/suppliers',
  '/prices',
  '/rates',
  '/reports',
  '/reconciliations',
  '/ledger',
  '/audit',
]

test('an admin signs in, and every page is read without a fault', async () => {
  const { url, http, admin } = await service()
  const invitation = { email: USER.email, role: 'admin' }
  const { link } = dataOf(await admin.post('/admin/v1/invitations', invitation))
  const token = new URL(String(link)).hash.slice(1)
  const accepted = await http.send({
    method: 'POST',
    target: '/auth/v1/invitations/accept',
    headers: { ...FROM_OWN_PAGE, 'content-type': 'application/json' },
    body: JSON.stringify({ token, name: 'Ada Vale', password: USER.password }),
  })
  expect(accepted.status).toBe(201)
  const { page, faults } = await openPage(`${url}/console`)

  await page.getByLabel('E-mail').fill(USER.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(USER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

  // The browser reports the question whether somebody is signed in, which got 401.
  expect(faults.filter((fault) => !fault.includes('401'))).toEqual([])
  const found: Record<string, unknown> = {}
  for (const path of PAGES) {
    await page.goto(`${url}/console${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const faulty = [...(await violationsOf(page)), ...faults.slice(1)]
    const overflow = await overflowOf(page)
    if (faulty.length > 0 || overflow > 0) found[path] = { faulty, overflow }
  }
  expect(found).toEqual({})
})
