import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { linkNow, sentLinks } from '../links/link-fixture.ts'
import { raiseAlert } from '../../src/alerts/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { anOrder, dataOf, type RunningService } from '../support/service.ts'
import type { Json } from '../support/client.ts'
import { visit } from './visit.ts'

/** Defines the tests of acts on the rows of a list. */
export function testListActs(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('several links are cancelled at once, each by its own request, and each result is shown', async () => {
    const running = await service()
    const partner = await running.newPartner({ USD: '100.00' })
    const { productId } = await running.product()
    const recipients = ['Ann', 'Ben', 'Cid'].map((name) => ({ name }))
    const links = await sentLinks(partner, { products: [productId], recipients })
    const { page, faults } = await adminPage()
    const dialog = page.getByRole('dialog')
    const sent: { target: string; key: string | undefined }[] = []
    page.on('request', (request) => {
      if (request.method() !== 'POST') return
      const key = request.headers()['idempotency-key']
      sent.push({ target: new URL(request.url()).pathname, key })
    })

    await visit(page, `/console/partners/${partner.partnerId}/links`)
    await page.getByRole('link', { name: 'B***' }).waitFor()
    await page.getByRole('button', { name: 'Show names and addresses' }).click()
    await page.getByRole('link', { name: 'Ben' }).waitFor()
    expect(page.url()).not.toContain('unmasked')
    const [seen] = dataOf(await running.admin.get('/admin/v1/audit?pageSize=1'))
    expect(seen).toMatchObject({ action: 'personal-data.read' })
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('checkbox', { name: `Select ${links[1]?.linkId}` }).uncheck()
    await page.getByText('2 selected', { exact: true }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Cancel the link' }).click()
    await dialog.getByLabel('Reason').fill('sent twice')
    await dialog.getByRole('button', { name: 'Cancel the link (2)' }).click()
    await expect.poll(() => dialog.getByText('done', { exact: true }).count()).toBe(2)

    const statuses = await Promise.all(links.map((link) => linkNow(partner, link)))
    expect(statuses.map(({ status }) => status)).toEqual(['CANCELLED', 'OPEN', 'CANCELLED'])
    expect(await partner.funds()).toEqual({ USD: 75 })
    const targets = [links[2], links[0]].map((link) => `/admin/v1/links/${link?.linkId}/cancel`)
    expect(sent.map(({ target }) => target).toSorted()).toEqual(targets.toSorted())
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2)

    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Cancel the link' }).click()
    await dialog.getByText('2 of the selected rows do not allow it.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(faults).toEqual([])
  })

  test('columns that are hidden stay hidden in this browser; the workbook has all fields', async () => {
    await service()
    const { page, faults } = await adminPage()
    await visit(page, '/console/partners')
    const column = page.getByRole('columnheader', { name: 'Status' })
    await column.waitFor()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('checkbox', { name: 'Status' }).uncheck()
    await expect.poll(() => column.count()).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'View' }).waitFor()
    expect(await column.count()).toBe(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download XLSX' }).click()
    const workbook = await download
    expect(workbook.suggestedFilename()).toMatch(/^partners-\d{4}-\d\d-\d\d\.xlsx$/)
    const files = unzipSync(readFileSync(await workbook.path()))
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('partnerId')
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('checkbox', { name: 'Status' }).check()
    await column.waitFor()
    await page.getByRole('switch', { name: 'Rows close together' }).check()
    expect(await page.locator('table[data-dense]').count()).toBe(1)
    await page.getByRole('switch', { name: 'Rows close together' }).uncheck()
    expect(faults).toEqual([])
  })

  test('a file of the selection has the chosen rows; a chip removes its filter; a phone sorts', async () => {
    const running = await service()
    const partners = [await running.newPartner(), await running.newPartner()]
    const [first, second] = partners.map(({ partnerId }) => String(partnerId))
    const { page, faults } = await adminPage()
    await visit(page, '/console/partners?status=ACTIVE')
    await page.getByRole('checkbox', { name: `Select ${second}`, exact: true }).check()
    const bar = page.getByRole('group', { name: '1 selected' })
    const download = page.waitForEvent('download')
    await bar.getByRole('button', { name: 'Download CSV' }).click()

    const [head = '', ...lines] = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(head.split(',')[0]).toBe('partnerId')
    expect(lines.map((line) => line.split(',')[0])).toEqual([second])
    expect(await page.getByRole('checkbox', { name: `Select ${first}`, exact: true }).count()).toBe(
      1,
    )
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove Status: active' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')

    const choice = page.getByLabel('Sorted by')
    expect(await choice.isVisible()).toBe(false)
    await page.setViewportSize({ width: 390, height: 900 })
    await choice.selectOption('Name, descending')
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=-name')
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await page.locator('th[aria-sort=descending]').innerText()).toContain('Name')
    expect(faults).toEqual([])
  })
}

/** Defines the tests of lists that change while they are read, or are longer than their pages. */
export function testChangingLists(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('an act that somebody else did first says so; then the list is current', async () => {
    const running = await service()
    const partner = await running.newPartner({ USD: '100.00' })
    const { productId } = await running.product()
    const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId, quantity: 1 })))
    await running.waitForOrder(id, 'COMPLETED')
    const request = { itemNo: 1, kind: 'refund', reason: 'does not work' }
    const { caseId } = dataOf(await partner.post(`/v2/orders/${id}/cases`, request))
    const { page } = await adminPage()
    await visit(page, `/console/cases?state=REQUESTED&partnerId=${partner.partnerId}`)
    await page.getByRole('button', { name: 'Reject' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('was used')
    dataOf(await running.admin.post(`/admin/v1/cases/${caseId}/reject`, { reason: 'no' }))
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByText('the case is rejected').waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await page.getByText('Nothing has these properties').waitFor()
  })

  test('the file of a list has all its rows, past the last page, also if a response is cut off', async () => {
    const running = await service()
    const { productId } = await running.product()
    const partner = await running.newPartner({ USD: '10.00' })
    dataOf(await partner.post('/v2/orders', anOrder({ productId, amount: 10, quantity: 1 })))
    const { page } = await adminPage()
    await visit(page, '/console/orders')
    await page.getByRole('button', { name: 'More filters' }).click()
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('10')
    await page.keyboard.press('Enter')
    await page.getByText('An amount with its currency, such as 1,234.50 USD').waitFor()
    await amount.fill('10 usd')
    await page.keyboard.press('Enter')
    await page.waitForURL('**?amount=10&currency=USD')
    await page.getByRole('button', { name: 'Remove Amount: 10.00\u00A0USD' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    const ids: Readonly<Record<string, string>> = { '': 'ord_3', ord_3: 'ord_2', ord_2: 'ord_1' }
    const places: string[] = []
    await page.route('**/admin/v1/orders?*pageSize=100*', async (route) => {
      const { searchParams } = new URL(route.request().url())
      const after = searchParams.get('after') ?? ''
      places.push(after)
      if (places.length === 2) return route.abort()
      const pagination = { hasNext: after !== 'ord_2' }
      return route.fulfill({ json: { data: [{ id: ids[after] }], meta: { pagination } } })
    })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const text = readFileSync(await (await download).path(), 'utf8')
    expect(text).toBe('id\r\nord_3\r\nord_2\r\nord_1\r\n')
    expect(places).toEqual(['', 'ord_3', 'ord_3', 'ord_2'])
    await page.unroute('**/admin/v1/orders?*pageSize=100*')
  })
}

/** Defines the tests of acts on several alerts and cases at once. */
export function testBulkActs(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('several alerts are resolved at once; the row of one that was resolved meanwhile says so', async () => {
    const running = await service()
    const [kind, state] = ['codes_guessed', 'open'] as const
    const about = { kind, severity: 'critical', message: 'guessed', at: Date.now() } as const
    const subjects = ['bulk-1', 'bulk-2', 'bulk-3']
    await transact(running.db, (tx) => {
      for (const subject of subjects) raiseAlert(tx, { ...about, subject })
      return Promise.resolve()
    })
    const { page, faults } = await adminPage()
    const dialog = page.getByRole('dialog')
    const path = `/admin/v1/alerts?kind=${kind}&state=${state}`
    const [first] = dataOf(await running.admin.get(path))

    await visit(page, `/console/alerts?kind=${kind}&state=${state}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('group', { name: '3 selected' })
    await bar.getByRole('button', { name: 'Resolve' }).click()
    await dialog.getByLabel('Reason').fill('our own test')
    dataOf(await running.admin.post(`/admin/v1/alerts/${first.alertId}/resolve`, { reason: 'r' }))
    await dialog.getByRole('button', { name: 'Resolve (3)' }).click()
    await expect.poll(() => dialog.getByText('done', { exact: true }).count()).toBe(2)
    await dialog.getByRole('row', { name: first.subject }).getByText('the alert is').waitFor()
    expect(await violationsOf(page)).toEqual([])
    expect(dataOf(await running.admin.get(path))).toEqual([])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('Nothing has these properties').waitFor()
    expect(faults).toEqual([expect.stringContaining('409')])
  })

  test('several cases are rejected at once, with one reason that the partner sees', async () => {
    const running = await service()
    const partner = await running.newPartner({ USD: '100.00' })
    const { productId } = await running.product()
    const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId, quantity: 2 })))
    await running.waitForOrder(id, 'COMPLETED')
    for (const itemNo of [1, 2]) {
      const request = { itemNo, kind: 'refund', reason: 'does not work' }
      dataOf(await partner.post(`/v2/orders/${id}/cases`, request))
    }
    const { page, faults } = await adminPage()
    const dialog = page.getByRole('dialog')

    await visit(page, `/console/cases?state=REQUESTED&partnerId=${partner.partnerId}`)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const bar = page.getByRole('group', { name: '2 selected' })
    await bar.getByRole('button', { name: 'Accept' }).click()
    await dialog.getByText('Refunds in total: 20.00 USD.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await bar.getByRole('button', { name: 'Reject' }).click()
    await dialog.getByLabel('Reason').fill('was used in a shop')
    await dialog.getByRole('button', { name: 'Reject (2)' }).click()
    await expect.poll(() => dialog.getByText('done', { exact: true }).count()).toBe(2)

    const cases = dataOf(await partner.get(`/v2/orders/${id}/cases`)) as Json[]
    const decisions = cases.map(({ state, decisionReason }) => [state, decisionReason])
    expect(decisions).toEqual([1, 2].map(() => ['REJECTED', 'was used in a shop']))
    expect(faults).toEqual([])
  })
}
