import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { linkNow, sentLinks } from '../links/link-fixture.ts'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

/** Defines the tests of acts on the rows of a list. */
export function testListActs(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('links are cancelled several at once, each by its own request, and each result is shown', async () => {
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
    const files = unzipSync(readFileSync(await (await download).path()))
    expect(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).toContain('partnerId')
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('checkbox', { name: 'Status' }).check()
    await column.waitFor()
    await page.getByRole('switch', { name: 'Rows close together' }).check()
    expect(await page.locator('table[data-dense]').count()).toBe(1)
    await page.getByRole('switch', { name: 'Rows close together' }).uncheck()
    expect(faults).toEqual([])
  })

  test('a file of the selection has the chosen rows; a chip removes its filter', async () => {
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
    expect(faults).toEqual([])
  })
}
