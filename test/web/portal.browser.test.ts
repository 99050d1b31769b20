import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isoTime, signedHeaders, systemClock } from '../../src/core/mod.ts'
import { PARTNER_ROLES, type PartnerRole } from '../../src/identity/mod.ts'
import { clippedOf, openPage, overflowOf, violationsOf } from '../support/browser.ts'
import { codesIn, ReceivedByPage, stockKnownCodes } from '../support/known-codes.ts'
import { anOrder, dataOf, shareService, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { visit } from './visit.ts'

const service = shareService()
/** Codes of the order that the portal shows. */
const DELIVERED = 20
const FUNDS = { funds: { USD: '1000.00' } }

/** The pages that each role finds in its navigation, beside those of all. */
const FURTHER: Readonly<Record<PartnerRole, readonly string[]>> = {
  owner: ['Credentials', 'Webhooks', 'Requests', 'Users'],
  finance: [],
  developer: ['Credentials', 'Webhooks', 'Requests'],
  viewer: [],
}
const FOR_ALL = ['Home', 'Orders', 'Cases', 'Movements and statements']

/** Opens the portal as a user of a role, who is signed in already. */
async function openAs(
  { url, ...running }: Awaited<ReturnType<typeof service>>,
  { role, partnerId, width }: { role: PartnerRole; partnerId: number; width?: number },
): Promise<{ page: Page; faults: readonly string[] }> {
  const { token: session } = await signedIn(running, { role, partnerId })
  const opened = await openPage(`${url}/portal`, { session, ...(width && { width }) })
  await opened.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  return opened
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

test('each page of the portal is read without a fault on a phone, and has none of 10,000 codes', async () => {
  const running = await service(FUNDS)
  const { partner } = running
  const order = anOrder({ ...(await stockKnownCodes(running)), amount: 10, quantity: DELIVERED })
  const { id } = dataOf(await partner.post('/v2/orders', order))
  await running.waitForOrder(id, 'COMPLETED')
  const endpoint = { url: 'https://localhost/hooks' }
  const { id: endpointId } = dataOf(await partner.post('/v2/webhook-endpoints', endpoint))
  const requestId = await refusedRequest(running)
  const { page, faults } = await openAs(running, {
    role: 'owner',
    partnerId: partner.partnerId,
    width: 390,
  })
  const received = new ReceivedByPage(page)
  const found: Record<string, unknown> = {}
  for (const path of [
    '',
    '/orders',
    `/orders/${id}`,
    '/cases',
    '/movements',
    '/credentials',
    '/webhooks',
    `/webhooks/${endpointId}`,
    '/requests',
    `/requests/${requestId}`,
    '/users',
  ]) {
    await visit(page, `/portal${path}`)
    const faulty = [...(await violationsOf(page)), ...(await clippedOf(page)), ...faults]
    const overflow = await overflowOf(page)
    const codes = codesIn(await page.content())
    if (faulty.length + codes.length > 0 || overflow > 0) found[path] = { faulty, codes, overflow }
  }
  expect(found).toEqual({})
  expect(await received.codes()).toEqual([])

  // Whoever may read codes finds them where they are asked for, and so does this test.
  await visit(page, `/portal/orders/${id}`)
  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page
    .getByRole('cell', { name: /^KNOWN/ })
    .first()
    .waitFor()
  expect(new Set(await received.codes()).size).toBe(DELIVERED)
})

test.each(PARTNER_ROLES)('%s finds the pages of the role, and no other', async (role) => {
  const running = await service(FUNDS)
  const { page } = await openAs(running, { role, partnerId: running.partner.partnerId })
  const links = page.getByRole('navigation').getByRole('link')
  expect(await links.allTextContents()).toEqual([...FOR_ALL, ...FURTHER[role]])

  const isOwner = role === 'owner'
  const heading = await visit(page, '/portal/users')
  expect(heading).toBe(isOwner ? 'Users' : 'Not for your role')
  expect(await page.getByText('Ask a user with the role owner.').count()).toBe(isOwner ? 0 : 1)
})

test('the portal names its partner, skips to its content, and leads back from what is unknown', async () => {
  const running = await service(FUNDS)
  const { partner, admin } = running
  const { productId } = await running.product({})
  dataOf(await partner.post('/v2/orders', anOrder({ productId, amount: 10 })))
  const { name } = dataOf(await admin.get(`/admin/v1/partners/${partner.partnerId}`))
  const { page } = await openAs(running, { role: 'owner', partnerId: partner.partnerId })
  await page.getByRole('banner').getByText(`Portal · ${name}`, { exact: true }).waitFor()

  expect(await visit(page, '/portal/orders/nothing')).toBe('Not found')
  await page.getByRole('link', { name: 'Back to Orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()

  const goesOn = page.locator('[data-more=right]')
  await page.getByRole('table').waitFor()
  expect(await goesOn.count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await goesOn.waitFor()

  await page.reload()
  await page.getByRole('table').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.evaluate<string>('document.activeElement.tagName')).toBe('MAIN')
})

test('codes are shown only when they are asked for, and only to whoever may read codes', async () => {
  const running = await service(FUNDS)
  const { partner } = running
  const { productId } = await running.product({ supplier: 'vault' })
  await running.stock(productId, ['SECRET-CODE-1'])
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId, amount: 10 })))
  await running.waitForOrder(id, 'COMPLETED')
  const { partnerId } = partner
  const { page } = await openAs(running, { role: 'owner', partnerId })
  const { page: other } = await openAs(running, { role: 'developer', partnerId })

  for (const one of [page, other]) {
    await visit(one, `/portal/orders/${id}`)
    await one.getByRole('heading', { name: 'History' }).waitFor()
    expect(await one.content()).not.toContain('SECRET-CODE-1')
  }

  await page.getByRole('button', { name: 'Show the codes' }).click()
  await page.getByText('SECRET-CODE-1').waitFor()
  expect(await other.getByRole('button', { name: 'Show the codes' }).count()).toBe(0)
  const others = 'Show the codes: not for your role, developer. Ask a user with the role owner.'
  await other.getByText(others).waitFor()
  await other.getByRole('heading', { name: 'What was ordered' }).waitFor()
})

test('a developer opens the test account, and sees it in test mode only', async () => {
  const running = await service(FUNDS)
  const { partner } = running
  const { page } = await openAs(running, { role: 'owner', partnerId: partner.partnerId })
  await page.getByRole('link', { name: 'Credentials' }).click()
  await page.getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Issue a credential' }).click()
  await page.getByText('Its secrets are shown once', { exact: false }).waitFor()
  expect(await page.getByText('tsk_test_', { exact: false }).count()).toBe(1)

  await page.getByLabel('Test mode').click()

  await page.getByText('play money', { exact: false }).waitFor()
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByText('Nothing is here yet').waitFor()

  await visit(page, '/portal/orders/nothing')
  await page.getByText('or it belongs to the other mode', { exact: false }).waitFor()
})
