import { expect, test } from 'vitest'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { anOrder, type RunningService } from '../support/service.ts'
import { openEndpoint } from '../webhooks/feed.ts'
import { visit } from './visit.ts'

/** Defines the test of the requests of a webhook, and the responses of its receiver. */
export function testDeliveries(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('an attempt shows the body that was sent, and the response as text', async () => {
    const running = await service()
    const partner = await running.newPartner({ USD: '100.00' })
    const { receiver, endpoint } = await openEndpoint({ ...running, partner })
    receiver.respond((response) => response.writeHead(500).end('<b id="markup">no disk</b>'))
    const { productId } = await running.product()
    await partner.post('/v2/orders', anOrder({ productId }))
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
    const { page, faults } = await adminPage()

    await visit(page, `/console/partners/${partner.partnerId}/webhooks/${endpoint.id}`)
    await page.getByText('What was sent').first().click()
    const sent = JSON.parse(await page.locator('details[open] pre').first().innerText())
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toContainEqual(sent)
    await page.getByText('500').first().click()
    await page.getByText('<b id="markup">no disk</b>').first().waitFor()
    expect(await page.locator('#markup').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    expect(faults).toEqual([])
  })
}
