import { expect, test } from 'vitest'
import { isoTime, signedHeaders, systemClock } from '../../src/core/mod.ts'
import { PARTNER_ROLES, type PartnerRole } from '../../src/identity/mod.ts'
import {
  clippedOf,
  overflowOf,
  SHELL,
  shiftOf,
  showAs,
  violationsOf,
  watchShifts,
} from '../support/browser.ts'
import { codesIn, ReceivedByPage } from '../support/known-codes.ts'
import { isLong } from '../support/length.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { anOrderCutShort } from '../support/top-ups.ts'
import { testClaims } from './credential-claims.ts'
import { testIdsAndTimes } from './ids-and-times.ts'
import { DELIVERED, sharePortal } from './portal-page.ts'
import { changeUser, fillSignIn, visit } from './visit.ts'

const { bought, ownerPage } = sharePortal()

/** Pages that only some roles find in their navigation. */
const FURTHER: Readonly<Record<PartnerRole, readonly string[]>> = {
  owner: ['Credentials', 'Webhooks', 'Requests', 'Users'],
  finance: [],
  developer: ['Credentials', 'Webhooks', 'Requests'],
  viewer: [],
  buyer: [],
  approver: [],
}
/** The pages of the business that each role finds. */
function businessOf(role: PartnerRole): string[] {
  const isOf = (...roles: readonly PartnerRole[]) => role === 'owner' || roles.includes(role)
  return [
    'Home',
    'Shop',
    ...(isOf('buyer') ? ['Cart'] : []),
    'Approvals',
    'Orders',
    ...(isOf('finance', 'buyer') ? ['Links'] : []),
    ...(isOf('finance') ? ['People', 'Credits from files'] : []),
    'Cases',
    'Pay in',
    'Movements and statements',
    'Spending by label',
  ]
}

/** Sends a request with a wrong signature. Returns the id by which it is found. */
async function refusedRequest({ url, partner }: RunningService): Promise<string> {
  const headers = signedHeaders(partner.credentials, {
    method: 'GET',
    body: '',
    timestamp: isoTime(systemClock.now()),
  })
  const wrong = { ...headers, 'x-signature': headers['x-body-hash'] ?? '' }
  const response = await fetch(`${url}/v2/accounts/balances`, { headers: wrong })
  expect(response.status).toBe(401)
  return response.headers.get('x-request-id') ?? ''
}

test('the portal names its partner, skips to its content, and leads back from unknown pages', async () => {
  const { running, partnerId } = await bought()
  const { name } = dataOf(await running.admin.get(`/admin/v1/partners/${partnerId}`))
  const { page } = await ownerPage()
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN')
  await page.getByRole('banner').getByText(`Portal · ${name}`, { exact: true }).waitFor()

  expect(await visit(page, '/portal/orders/nothing')).toBe('Not found')
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()

  const goesOn = page.locator('[data-more=right]')
  await page.getByRole('table').waitFor()
  expect(await goesOn.count()).toBe(0)
  await showAs(page, { theme: 'light', width: 640 })
  await goesOn.waitFor()
})

/** Half of the layout shift up to which browsers call a page stable. */
const SHIFT_MAX = 0.05

test('each page of the portal is accessible and fits on a phone, and has no code', async () => {
  const { running, orderId } = await bought()
  const { partner } = running
  const endpoint = { url: 'https://localhost/hooks' }
  const { id: endpointId } = dataOf(await partner.post('/v2/webhook-endpoints', endpoint))
  const requestId = await refusedRequest(running)
  const { page, faults } = await ownerPage()
  await showAs(page, { theme: 'light', width: 390 })
  await watchShifts(page)
  const received = new ReceivedByPage(page)
  const found: Record<string, unknown> = {}
  const paths = [
    '',
    '/shop',
    '/cart',
    '/approvals',
    '/orders',
    `/orders/${orderId}`,
    '/links',
    '/links/new',
    '/links/templates',
    '/people',
    '/credits',
    '/credits/new',
    '/cases',
    '/movements',
    '/credentials',
    '/webhooks',
    `/webhooks/${endpointId}`,
    '/requests',
    `/requests/${requestId}`,
    '/users',
  ]
  for (const [at, path] of paths.entries()) {
    await visit(page, `/portal${path}`)
    const except = at === 0 || isLong ? [] : SHELL
    const violations = await violationsOf(page, { except })
    const faulty = [...violations, ...(await clippedOf(page)), ...faults]
    const overflow = await overflowOf(page)
    const shift = await shiftOf(page)
    const codes = codesIn(await page.content())
    if (faulty.length + codes.length > 0 || overflow > 0 || shift > SHIFT_MAX) {
      found[path] = { faulty, codes, overflow, shift }
    }
  }
  expect(found).toEqual({})
  expect(await received.codes()).toEqual([])

  // Permitted users get codes on request, and so does this test.
  await visit(page, `/portal/orders/${orderId}`)
  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page
    .getByRole('cell', { name: /^KNOWN/ })
    .first()
    .waitFor()
  expect(new Set(await received.codes()).size).toBe(DELIVERED)
})

test('each role finds only its pages, and codes are shown only to permitted roles', async () => {
  const { running, partnerId, orderId } = await bought()
  const { page } = await ownerPage()
  await showAs(page, { theme: 'light', width: 1440 })
  const links = page.getByRole('navigation').getByRole('link')
  let email = ''
  // The owner comes last, because the next test continues as the owner.
  for (const role of PARTNER_ROLES.toReversed()) {
    const login = await signedIn(running, { role, partnerId })
    await changeUser(page, login)
    email = login.email
    expect({ role, links: await links.allTextContents() }).toEqual({
      role,
      links: [...businessOf(role), ...FURTHER[role]],
    })

    const isOwner = role === 'owner'
    const canReadCodes = isOwner || role === 'buyer'
    expect(await visit(page, '/portal/users')).toBe(isOwner ? 'Users' : 'Not for your role')
    expect(await page.getByText('Ask a user with the role owner.').count()).toBe(isOwner ? 0 : 1)

    await visit(page, `/portal/orders/${orderId}`)
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await page.getByRole('heading', { name: 'What was ordered' }).waitFor()
    expect(codesIn(await page.content())).toEqual([])
    const buttons = page.getByRole('button', { name: /^(Show|Print) the codes$/ })
    expect(await buttons.count()).toBe(canReadCodes ? 2 : 0)
    if (canReadCodes) continue
    const others = 'Ask a user with the role owner or buyer.'
    await page.getByText(`Show the codes: not for your role, ${role}. ${others}`).waitFor()
  }
  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page.getByRole('button', { name: 'Copy: Code 1', exact: true }).waitFor()

  // A person who comes to the computer after the session has ended finds no code in the page.
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Download the codes as CSV' }).click()
  await page.getByText('Your session is over. Sign in').waitFor()
  expect(codesIn(await page.content())).toEqual([])
  await fillSignIn(page, { email })
  await page.getByRole('button', { name: 'Show the codes' }).waitFor()
})

test('codes are printed as cards, and leave the page when the sheet is closed', async () => {
  const { orderId } = await bought()
  const { page, faults } = await ownerPage()
  await showAs(page, { theme: 'dark', width: 390 })
  await visit(page, `/portal/orders/${orderId}`)
  let reads = 0
  page.on('request', (sent) => (reads += Number(sent.url().includes('/items'))))
  const open = page.getByRole('button', { name: 'Print the codes' })
  await open.waitFor()
  expect(reads).toBe(0)
  await open.click()
  const cards = page.getByRole('main').getByRole('listitem')
  await cards
    .getByText(/^KNOWN/)
    .first()
    .waitFor()
  expect(codesIn((await cards.allInnerTexts()).join())).toHaveLength(DELIVERED)
  expect([...(await violationsOf(page)), ...(await clippedOf(page))]).toEqual([])
  expect(await overflowOf(page)).toBe(0)

  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').count()).toBe(0)
  expect(await page.getByRole('button').count()).toBe(0)
  // Ink on paper, in the dark theme, too.
  const look = `(({ color, breakInside }) => [color, breakInside])(
    getComputedStyle(document.querySelector('main li')))`
  expect(await page.evaluate(look)).toEqual(['rgb(0, 0, 0)', 'avoid'])
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate('window.print = () => { document.title = "printed" }')
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  expect(await page.title()).toBe('printed')
  const storage = await page.evaluate('JSON.stringify([localStorage, sessionStorage])')
  expect(codesIn(String(storage))).toEqual([])

  await page.getByRole('button', { name: 'Close the sheet' }).click()
  await page.getByRole('heading', { name: 'What was ordered' }).waitFor()
  expect(codesIn(await page.content())).toEqual([])
  // The page has not kept the codes, so it reads them again.
  await open.click()
  await cards
    .getByText(/^KNOWN/)
    .first()
    .waitFor()
  expect(reads).toBe(2)
  await visit(page, '/portal/orders')
  await showAs(page, { theme: 'light', width: 1440 })
  expect(faults).toEqual([])
})

testIdsAndTimes({ bought, ownerPage })

test('deliveries of a CANCELLED order are shown with their charge, and refunds are requested', async () => {
  const { running } = await bought()
  const { page, faults } = await ownerPage()
  const { id } = await anOrderCutShort(running)
  await visit(page, `/portal/orders/${id}`)
  const details = page.getByRole('main').locator('dl')
  await page.getByRole('heading', { name: 'Delivered and charged' }).waitFor()
  await page.getByText('Items by number: 2 – 4').waitFor()
  expect(await details.innerText()).toMatch(/Charged\s+15\.00\u00A0USD/)

  await page.getByRole('button', { name: 'Ask for a refund or replacement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Item' }).fill('3')
  await dialog.getByRole('option', { name: 'Item 3: ' }).click()
  await dialog.getByLabel('Kind').selectOption('refund')
  await dialog.getByLabel('Reason').fill('did not arrive')
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click()
  await page.getByRole('heading', { name: 'Cases' }).waitFor()
  await page.getByRole('row', { name: 'did not arrive' }).getByText('5.00').waitFor()
  expect(faults).toEqual([])
})

test('a developer opens the test account, and sees it in test mode only', async () => {
  const { page } = await ownerPage()
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByRole('dialog').getByLabel('Mode').selectOption('test')
  await page.getByRole('dialog').getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByText('Its secrets are shown once', { exact: false }).waitFor()
  const secrets = page.getByText('tsk_test_', { exact: false })
  expect(await secrets.count()).toBe(1)

  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByRole('dialog').getByLabel('Mode').selectOption('test')
  await page.getByRole('dialog').getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByText('Your session is over. Sign in').waitFor()
  expect(await page.content()).not.toContain('tsk_test_')
  await page.context().addCookies(cookies)
  await page.evaluate('dispatchEvent(new Event("focus"))')
  await secrets.waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Test mode').click()

  await page.getByText('play money', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('Nothing is here yet').waitFor()

  await visit(page, '/portal/orders/nothing')
  await page.getByText('or it belongs to the other mode', { exact: false }).waitFor()
})

testClaims({ bought, ownerPage })
