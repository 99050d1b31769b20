import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  OPERATOR_ROLES,
  permissionsOfOperator,
  type OperatorPermission,
} from '../../src/identity/mod.ts'
import { newReconciliation } from '../conformance/bad-input/fixture.ts'
import { openPage, overflowOf, SHELL, showAs, violationsOf } from '../support/browser.ts'
import type { Json } from '../support/client.ts'
import { Gate } from '../support/gate.ts'
import { codesIn, ReceivedByPage, stockKnownCodes } from '../support/known-codes.ts'
import { isLong } from '../support/length.ts'
import { anOrder, dataOf, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { hideFirstSteps } from './first-steps.ts'
import { shareConsole } from './console-service.ts'
import { aWaitingPurchase } from './supplier-acts.ts'
import { changeUser, fillSignIn, visit } from './visit.ts'

const { service, adminPage } = shareConsole()

/** Each page of the console, by its address, and the permission that it needs. */
const PAGES: Readonly<Record<string, OperatorPermission>> = {
  '': 'orders:read',
  '/trace?q=nothing': 'orders:read',
  '/orders': 'orders:read',
  '/orders/ord_01M86VEXW60000C000001': 'orders:read',
  '/cases': 'cases:read',
  '/alerts': 'alerts:read',
  '/requests': 'requests:read',
  '/mails': 'mails:read',
  '/mails/templates': 'mails:read',
  '/partners': 'partners:read',
  '/partners/1/funds': 'partners:read',
  '/partners/1/limits': 'partners:read',
  '/partners/1/movements': 'partners:read',
  '/partners/1/credentials': 'partners:read',
  '/partners/1/consumers': 'partners:read',
  '/partners/1/wallets': 'partners:read',
  '/partners/1/credits': 'partners:read',
  '/link-reviews': 'links:read',
  '/partners/1/links': 'partners:read',
  '/partners/1/link-templates': 'partners:read',
  '/partners/1/campaigns': 'partners:read',
  '/partners/1/webhooks': 'partners:read',
  '/partners/1/users': 'partners:read',
  '/catalog': 'catalog:read',
  '/stock': 'stock:read',
  '/suppliers': 'upstreams:read',
  '/listings': 'upstreams:read',
  '/assortments': 'prices:read',
  '/merchants': 'merchants:read',
  '/erasures': 'consumers:read',
  '/keys': 'keys:read',
  '/prices': 'prices:read',
  '/rates': 'prices:read',
  '/reports': 'reports:read',
  '/reports/orders': 'reports:read',
  '/reconciliations': 'reconciliations:read',
  '/ledger': 'ledger:read',
  '/approvals': 'approvals:read',
  '/audit': 'audit:read',
  '/users': 'users:read',
  // Pages of everybody.
  '/account': 'orders:read',
  '/tokens': 'tokens:read',
  '/settings': 'settings:read',
}
const DELIVERED = 20

/** Buys some of the known codes, and compares a file. Returns the pages about them. */
async function pagesOfFixture(running: RunningService): Promise<string[]> {
  const { partner } = running
  const { productId } = await stockKnownCodes(running)
  const order = anOrder({ productId, amount: 10, quantity: DELIVERED })
  const { id } = dataOf(await partner.post('/v2/orders', order))
  await running.waitForOrder(id, 'COMPLETED')
  // The partner has read the codes.
  const { text } = await partner.get(`/v2/orders/${id}/items?pageSize=${DELIVERED}`)
  expect(codesIn(text)).toHaveLength(DELIVERED)
  const pages = [`/orders/${id}`, `/catalog/${productId}`, `/trace?q=${id}`]
  const { paths } = await aWaitingPurchase(running)
  return [...pages, ...paths, `/reconciliations/${await newReconciliation(running)}`]
}

const REFUSED = 'Not for your role'
/** The role with the fewest pages; in a long run all roles. */
const ROLES = isLong ? OPERATOR_ROLES : (['support'] as const)

const LOOKS = [
  { theme: 'light', width: 1440, isRead: true },
  // Checks only whether a page fits, because checking for violations takes most of the time.
  { theme: 'dark', width: 390, isRead: isLong },
] as const

/** Types into the search before it has the focus, and presses Enter when it shows its results. */
async function searchFor(page: Page, q: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(q)
  await page.getByText(`Trace “${q}”`).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor()
}

test('an invitation leads to the console; input that was typed when the session ended is sent once', async () => {
  const { admin } = await service()
  const invitation = { email: 'ada@operator.example', role: 'admin' }
  const { link } = dataOf(await admin.post('/admin/v1/invitations', invitation))
  const { page, faults } = await openPage(String(link))

  await page.getByLabel('Your name').fill('Ada Vale')
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery staple')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()

  expect(page.url()).not.toContain('#')
  // Browsers have no passkeys at an IP address.
  expect(new URL(page.url()).hostname).toBe('localhost')
  expect(faults).toEqual([])
  await hideFirstSteps(page)

  await visit(page, '/console/partners')
  await page.getByRole('button', { name: 'Create a partner' }).click()
  await page.getByLabel('Name').last().fill('Typed before')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await page.getByText('Your session is over. Sign in').waitFor()
  await fillSignIn(page, { email: invitation.email })
  const dialog = page.getByRole('dialog', { name: 'Create a partner' })
  await dialog.getByText('nothing was done').waitFor()
  await dialog.getByRole('button', { name: 'Create a partner' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const named = dataOf(await admin.get('/admin/v1/partners?name=Typed%20before'))
  expect(named).toHaveLength(1)
})

test('text that was typed while the search loaded is found; acts can be undone; a failed read keeps the page', async () => {
  const running = await service()
  const { page, faults } = await adminPage()
  const gate = new Gate()
  await page.route(/\/search-[^/]*\.js/, async (route) => {
    await gate.passed()
    await route.continue()
  })
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('go-nothingx')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  gate.open()
  await page.getByRole('heading', { level: 1, name: 'Trace' }).waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('go-nothing')
  await page.goBack()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  await searchFor(page, 'go-nothing')
  await page.goBack()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('a mistake')
  const banners = ['landmark-no-duplicate-banner', 'landmark-unique']
  expect(await violationsOf(page, { only: banners })).toEqual([])
  await failReads(page, '**/admin/v1/partners/1')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()
  await page.unroute('**/admin/v1/partners/1')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('suspended', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('active', { exact: true }).waitFor()
  await page.getByText('Undone').waitFor()

  const entries: Json[] = dataOf(await running.admin.get('/admin/v1/audit?target=partner:1'))
  const reasons = entries.flatMap(({ action, reason }) =>
    action === 'partner.update' ? [reason] : [],
  )
  expect(reasons).toEqual(['undone', 'a mistake'])
  expect(faults.filter((fault) => !/ 503 /.test(fault))).toEqual([])
})

async function failReads(page: Page, address: string): Promise<void> {
  await page.route(address, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ status: 503, json: BUSY })
      : route.continue(),
  )
}

const BUSY = { error: { code: 'SERVICE_UNAVAILABLE', message: 'busy' } }

test('an entry is chosen by a part of its name; the address has the state of each list', async () => {
  const running = await service()
  const { admin } = running
  const names = Array.from({ length: 51 }, (_, at) => `Chosen ${at}`)
  await Promise.all(names.map((name) => admin.post('/admin/v1/partners', { name })))
  const [{ partnerId }] = dataOf(await admin.get('/admin/v1/partners?name=sen%2042'))
  const { productId } = await running.product({ supplier: 'vault' })
  const { page, faults } = await adminPage()
  await visit(page, '/console/requests')
  // Names that an earlier test has read are not read again at once.
  await page.reload()

  // While the names are read, the choice is empty.
  const choice = page.getByRole('search').getByRole('combobox', { name: 'Partner' })
  const partner = choice.and(page.locator('input'))
  await partner.fill('SEN 42')
  const options = page.getByRole('listbox').getByRole('option')
  await expect.poll(() => options.allInnerTexts()).toEqual(['Chosen 42'])
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**?partnerId=${partnerId}`)
  await page.reload()
  await expect.poll(() => partner.inputValue()).toBe('Chosen 42')

  await visit(page, `/console/catalog/${productId}?lots.state=RECALLED`)
  const states = page.getByRole('combobox', { name: 'State' })
  await states.nth(1).selectOption('DONE')
  await page.waitForURL('**?lots.state=RECALLED&imports.state=DONE')
  expect(await states.nth(0).inputValue()).toBe('RECALLED')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('hosen 42')
  await page.getByText('Chosen 42', { exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Chosen 42' }).waitFor()

  await visit(page, '/console/partners?name=hosen%204')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const lines = readFileSync(await (await download).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(['head', ...names.filter((name) => name.includes('4'))].length)
  expect(faults).toEqual([])
})

/** A half of the pages in each look, so that each test has time enough on a busy machine. */
const VISITS = LOOKS.flatMap((look) => [0, 1].map((half) => ({ ...look, half })))
let ofFixture: Promise<string[]> | undefined

test.each(VISITS)(
  'every page is accessible, fits and has no code: $theme, $width pixels, half $half',
  async ({ isRead, half, ...look }) => {
    const running = await service({ funds: { USD: '1000.00' } })
    const further = await (ofFixture ??= pagesOfFixture(running))
    const { page } = await adminPage()
    const received = new ReceivedByPage(page)
    const found: Record<string, unknown> = {}
    const paths = [...Object.keys(PAGES), ...further].filter((_, at) => at % 2 === half)
    // A page may have a tooltip where the mouse clicked last.
    await page.mouse.move(0, 0)
    // Changing the look takes 35 ms of CPU time, visiting a page again 20 ms.
    await showAs(page, look)
    for (const path of paths) {
      await visit(page, `/console${path}`)
      const except = path === paths[0] || isLong ? [] : SHELL
      const violations = isRead ? await violationsOf(page, { except }) : []
      const overflow = await overflowOf(page)
      const codes = codesIn(await page.content())
      if (violations.length + codes.length > 0 || overflow > 0) {
        found[`${path} ${look.theme}`] = { violations, codes, overflow }
      }
    }
    expect(found).toEqual({})
    // An entry of the navigation without its icon has an empty path.
    expect(await page.locator('svg path:not([d])').count()).toBe(0)
    expect(await received.codes()).toEqual([])
    expect(received.responses).toBeGreaterThan(paths.length / 2)
  },
)

test('each role sees the pages that the table permits, and no request is refused', async () => {
  const running = await service()
  const { page, faults } = await adminPage()
  const found: string[] = []
  const expected: string[] = []
  for (const role of ROLES) {
    await changeUser(page, await signedIn(running, { role }))
    // Requests that were under way at the sign-out were refused.
    faults.length = 0
    for (const [path, permission] of Object.entries(PAGES)) {
      const isShown = (await visit(page, `/console${path}`)) !== REFUSED
      found.push(`${role} ${path} ${isShown}`)
      expected.push(`${role} ${path} ${permissionsOfOperator(role).has(permission)}`)
    }
    expect({ role, faults }).toEqual({ role, faults: [] })
    if (role !== 'support') continue
    await visit(page, '/console/partners/1/orders')
    await page.getByText('Funds, Limits, Movements and statements: not for your role').waitFor()
  }
  expect(found).toEqual(expected)
})
