import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { violationsOf } from '../support/browser.ts'
import { signedIn } from '../support/signed-in.ts'
import { fundsOf, money, type Business } from './links.ts'
import { visit } from './visit.ts'

const LINES = Array.from({ length: 1_002 }, (_, at) => `Person ${at + 1},,0.10`)

/** Defines the tests of files with more links than are written at once. */
export function testLinkFiles(business: () => Promise<Business>): void {
  test('a file of 1,002 lines whose response was lost is not sent twice, and shows its addresses', async () => {
    const { running, ownerPage } = await business()
    const { page } = await ownerPage()
    await running.product({ brand: 'For a little', minAmount: 0.1 })
    const before = await fundsOf(running)
    await check(page, 'resumed', [...LINES.slice(0, -1), 'Last,nobody,0.10'])
    await page.getByRole('row', { name: '1,003 email' }).waitFor()
    await check(page, 'resumed', LINES)
    await page.getByText(money(before - 100.2)).waitFor()
    expect(await fundsOf(running)).toBe(before)

    await page.route('**/portal/v1/links', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: `Send 1,002 links for ${money(100.2)}` }).click()
    await page.getByText('0 links for 0.00\u00A0USD are done, 1,002 are not').waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await page.unroute('**/portal/v1/links')
    expect(await fundsOf(running)).toBeCloseTo(before - 100.2, 2)
    await check(page, 'resumed', LINES)
    await page.getByText('All links of this file are sent').waitFor()
    await page.getByRole('button', { name: 'Get the addresses again' }).click()
    await page.getByText(`1,002 links for ${money(100.2)} are sent`).waitFor()
    expect(await fundsOf(running)).toBeCloseTo(before - 100.2, 2)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download the addresses' }).click()
    const [, ...rows] = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n')
    expect(new Set(rows.map((row) => row.split(',').at(-1))).size).toBe(1_002)
    expect(rows.map((row) => row.split(',')[0])).toEqual(
      LINES.map((row) => `"${row.split(',')[0]}"`),
    )
  })

  test('a file whose sum needs an approval becomes one draft, which is decided once', async () => {
    const { running, ownerPage } = await business()
    const { page } = await ownerPage()
    const owner = await signedIn(running, { role: 'owner', partnerId: running.partner.partnerId })
    const setRule = async (approveFrom?: number): Promise<void> => {
      const rule = { kind: 'orders', currency: 'USD', approveFrom }
      expect((await owner.send('PUT', '/portal/v1/order-rules', JSON.stringify(rule))).status).toBe(
        200,
      )
    }
    await setRule(500)
    onTestFinished(() => setRule())
    const today = await page.evaluate<number>(
      `fetch('/portal/v1/order-rules')
        .then((response) => response.json())
        .then(({ data: [rule] }) => rule.today)`,
    )
    await setRule(Number((today + 100.1).toFixed(2)))
    const before = await fundsOf(running)
    await check(page, 'approved', LINES)
    await page.getByRole('button', { name: `Ask for approval of ${money(100.2)}` }).click()
    await page.getByRole('heading', { name: 'approved-1' }).waitFor()
    expect(await fundsOf(running)).toBe(before)
    await check(page, 'approved', LINES)
    await page.getByRole('button', { name: 'Ask for approval' }).click()
    await page.getByRole('heading', { name: 'approved-1' }).waitFor()
    const { rows } = await running.db.pool.query(
      `select client_reference, state from order_drafts where client_reference like 'approved%'
       order by client_reference`,
    )
    expect(rows).toEqual([{ client_reference: 'approved-1', state: 'WAITING' }])
  })
}

async function check(page: Page, reference: string, rows: readonly string[]): Promise<void> {
  const buffer = Buffer.from(['name,email,amount', ...rows].join('\n'))
  await visit(page, '/portal/links')
  await visit(page, '/portal/links/new')
  await page.getByLabel('Your reference of what you send').fill(reference)
  const file = { name: 'links.csv', mimeType: 'text/csv', buffer }
  await page.getByLabel('The file').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
}
