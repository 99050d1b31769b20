import { expect, test } from 'vitest'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import type { RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { visit } from './visit.ts'

interface Business {
  readonly running: RunningService
  readonly partnerId: number
  /** The page of an owner of the partner of `running`. */
  ownerPage(): Promise<OpenPage>
}

const ROWS = 1_203

/** Defines the tests of what people of a partner credit in the portal. */
export function testCredits(business: () => Promise<Business>): void {
  test('a file is corrected by its errors, credited once after its sums were shown, and never again', async () => {
    const { running, ownerPage, partnerId } = await business()
    const { page, faults } = await ownerPage()
    const before = await fundsOf(running)
    const check = async (csv: string): Promise<void> => {
      const buffer = Buffer.from(csv)
      await page
        .getByLabel('The file')
        .setInputFiles({ name: 'pay.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Check the file' }).click()
    }
    await visit(page, '/portal/credits')
    await page.getByRole('link', { name: 'Check a file' }).click()
    await page.getByLabel('Your reference of this file').fill('payday')
    await page.getByLabel('Add people who are not there yet').click()
    const wrong = fileOf({ 7: '0.001,USD', 8: '0.05,XYZ', 1_001: '-1,USD' })
    await check(wrong)

    await page.getByRole('heading', { name: '3 errors' }).waitFor()
    await page.getByRole('row', { name: '8 amount must have at most 2 decimals for USD' }).waitFor()
    await page.getByRole('row', { name: '9 currency must be' }).waitFor()
    await page.getByRole('row', { name: '1,002 amount must not be negative' }).waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await check(fileOf({}))

    const total = (ROWS * 5) / 100
    await page.getByRole('heading', { name: 'What is left to credit' }).waitFor()
    const main = page.getByRole('main')
    expect(await main.innerText()).toContain(money(before - total))
    expect(await violationsOf(page, { except: [] })).toEqual([])
    expect(await fundsOf(running)).toBe(before)
    await page.getByRole('button', { name: 'Start crediting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: `Credit ${money(total)}` }).click()
    await page.getByText('Each row has an outcome').waitFor()
    await page.getByRole('button', { name: 'Download the report' }).waitFor()
    expect(await fundsOf(running)).toBe(before - total)

    await visit(page, '/portal/credits/new')
    await page.getByLabel('Your reference of this file').fill('payday')
    await check(fileOf({}))
    await page.getByRole('button', { name: 'Start crediting' }).click()
    await dialog.getByText('starting it moves nothing').waitFor()
    await dialog.getByRole('button', { name: 'Start crediting' }).click()
    await page.getByText('Credited before, so not again').waitFor()
    await page.getByText('Each row has an outcome').waitFor()
    expect(await fundsOf(running)).toBe(before - total)

    await visit(page, '/portal/credits')
    await page.getByRole('link', { name: 'payday' }).nth(2).waitFor()

    // With a rule, the person who had a file checked reads that somebody else has to start it.
    const owner = await signedIn(running, { role: 'owner', partnerId })
    const rule = { kind: 'credits', currency: 'USD', approveFrom: 0.05 }
    const set = JSON.stringify(rule)
    expect((await owner.send('PUT', '/portal/v1/order-rules', set)).status).toBe(200)
    await visit(page, '/portal/credits/new')
    await page.getByLabel('Your reference of this file').fill('bonus')
    await check(fileOf({}))
    await page.getByText('somebody else starts it').waitFor()
    expect(await page.getByRole('button', { name: 'Start crediting' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Cancel the file' }).click()
    await dialog.getByRole('button', { name: 'Cancel the file' }).click()
    await page.getByText('Nothing more of it is credited').waitFor()
    const free = JSON.stringify({ kind: 'credits', currency: 'USD' })
    expect((await owner.send('PUT', '/portal/v1/order-rules', free)).status).toBe(200)
    expect(faults).toEqual([])
  })

  test('a person is added, found by the address and credited, and the history shows what moved', async () => {
    const { running, ownerPage } = await business()
    const { page, faults } = await ownerPage()
    const before = await fundsOf(running)
    await visit(page, '/portal/people')
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Ann Example')
    await dialog.getByLabel('E-mail').fill('ann@example.com')
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: 'E-mail' }).fill('Ann@Example.com')
    await page.keyboard.press('Enter')
    await page.getByText('1 in all').waitFor()
    await page.getByRole('link', { name: 'Ann Example' }).click()

    await page.getByText('No transactions yet').waitFor()
    await page.getByRole('button', { name: 'Credit in USD' }).click()
    await dialog.getByLabel('Amount').fill('7.25')
    await dialog.getByText('will move from your funds').waitFor()
    await dialog.getByLabel('Your reference').fill('bonus-ann')
    await dialog.getByRole('button', { name: `Credit ${money(7.25)}` }).click()
    await page.getByRole('heading', { name: money(7.25) }).waitFor()
    await page.getByRole('row', { name: 'bonus-ann' }).waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    expect(await fundsOf(running)).toBe(before - 7.25)
    expect(faults).toEqual([])
  })
}

/** Returns a file of ROWS rows; `instead` has other amounts and currencies, by row number. */
function fileOf(instead: Readonly<Record<number, string>>): string {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const paid = instead[at + 1] ?? '0.05,USD'
    return `p${at}@example.com,Person ${at},${paid},row-${at}\n`
  })
  return `email,fullName,amount,currency,reference\n${rows.join('')}`
}

async function fundsOf({ partner }: RunningService): Promise<number> {
  const { USD = 0 } = await partner.funds()
  return USD
}

function money(amount: number): string {
  return `${amount.toFixed(2)}\u00A0USD`
}
