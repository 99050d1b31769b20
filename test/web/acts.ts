import { expect, test } from 'vitest'
import { setCost, stock } from '../conformance/admin-v1/margin-fixture.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import { openPage, type OpenPage } from '../support/browser.ts'
import type { Json } from '../support/client.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { anOrderCutShort } from '../support/top-ups.ts'
import { visit } from './visit.ts'

/** Defines the tests of input in the console, at a service that other tests share. */
export function testActs(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('amounts and days are typed as German pages show them; ambiguous input is refused and not sent', async () => {
    const running = await service()
    const { token } = await signedIn(running)
    const { partnerId } = await running.newPartner()
    const url = `${running.url}/console/partners/${partnerId}`
    const { page, faults } = await openPage(url, { session: token, locale: 'de-DE' })
    const dialog = page.getByRole('dialog')

    await page.getByRole('button', { name: 'Einzahlung verbuchen' }).click()
    await dialog.getByLabel('Währung').fill('USD')
    await dialog.getByLabel('Referenz').fill('wire-de')
    for (const refused of ['1.5', '1000.50', '1,000']) {
      await dialog.getByLabel('Betrag').fill(refused)
      await page.keyboard.press('Enter')
      await dialog.getByText('1.234,50').waitFor()
    }
    await dialog.getByLabel('Betrag').fill('1.000')
    expect(await dialog.getByRole('status').innerText()).toBe('Sie buchen 1.000,00\u00A0USD')
    await dialog.getByRole('button', { name: '1.000,00\u00A0USD buchen' }).click()
    await dialog.waitFor({ state: 'hidden' })

    const deposits = dataOf(await running.admin.get(`/admin/v1/partners/${partnerId}/deposits`))
    expect(deposits).toMatchObject([{ reference: 'wire-de', amount: 1_000, currency: 'USD' }])

    await visit(page, '/console/reports')
    const from = page.getByRole('textbox', { name: 'Von', exact: true })
    await from.fill('12/31/2026')
    await page.keyboard.press('Enter')
    await page.getByText('Ein Tag, etwa 31.12.2026').waitFor()
    await from.fill('31.1.2026')
    await page.keyboard.press('Enter')
    await page.waitForURL('**?from=2026-01-31')
    await expect.poll(() => from.inputValue()).toBe('31.01.2026')
    expect(faults).toEqual([])
  })

  test('a pending invitation is revoked, and an ended token is taken over, on their pages', async () => {
    const running = await service()
    const [ann, ben] = [await signedIn(running), await signedIn(running)]
    const email = 'revoked@example.com'
    dataOf(await ann.post('/admin/v1/invitations', { email, role: 'support' }))
    const { tokenId } = dataOf(await ann.post('/admin/v1/tokens', { name: 'erp', role: 'auditor' }))
    dataOf(await ben.send('PATCH', `/admin/v1/users/${ann.userId}`, { status: 'DISABLED' }))
    const url = `${running.url}/console/users`
    const { page, faults } = await openPage(url, { session: ben.token })
    const act = async (row: string, name: string): Promise<void> => {
      await page.getByRole('row', { name: row }).getByRole('button', { name }).click()
      await page.getByRole('dialog').getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }

    await act(email, 'Revoke')
    await page.goto(`${running.url}/console/tokens`)
    await act('erp', 'Take over')

    const waiting = dataOf(await ben.get('/admin/v1/invitations')) as Json[]
    expect(waiting.filter((one) => one['email'] === email)).toEqual([])
    const tokens = dataOf(await ben.get('/admin/v1/tokens')) as Json[]
    expect(tokens.find((one) => one['tokenId'] === tokenId)).toMatchObject({
      state: 'ACTIVE',
      issuedBy: ben.email,
    })
    expect(faults).toEqual([])
  })

  test('the file of a bank is compared with the deposits', async () => {
    const { page, faults } = await adminPage()
    await visit(page, '/console/reconciliations')
    const buffer = Buffer.from('reference,amount\nunknown-wire,5.00\n')
    const file = { name: 'bank.csv', mimeType: 'text/csv', buffer }
    await page.getByLabel('CSV file').setInputFiles(file)
    await page.getByRole('button', { name: 'Compare it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Of one partner' }).first().waitFor()
    await dialog.getByLabel('Currency').fill('USD')
    await dialog.getByRole('button', { name: 'Compare it' }).click()
    await page.waitForURL('**/console/reconciliations/*')
    await page.getByText('unknown-wire').waitFor()
    expect(faults).toEqual([])
  })

  test('arrow keys move along the tabs of a partner, and the focus stays on them', async () => {
    const { page } = await adminPage()
    await visit(page, '/console/partners/1')
    await page.getByRole('tab', { name: 'Funds' }).focus()

    for (const name of ['Limits', 'Movements', 'Orders']) {
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => page.url()).toContain(`/partners/1/${name.toLowerCase()}`)
      expect(await page.evaluate('document.activeElement.innerText')).toContain(name)
    }
  })
}

/** Defines the tests of the console after a lost connection. */
export function testLostConnections(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('a lost connection is shown; the requested page opens once it is back', async () => {
    const { page } = await adminPage()
    await visit(page, '/console')
    await page.getByText('Live.').waitFor()
    await page.route('**/*', (route) => route.abort())

    await page.getByRole('navigation').getByRole('link', { name: 'Ledger' }).click()
    await page.getByText('The connection to Tessera is lost').waitFor()
    await page.getByText('Not live: the connection is lost.').waitFor()
    expect(await page.getByText('Live.', { exact: false }).count()).toBe(0)
    await page.unroute('**/*')
    await page.getByRole('button', { name: 'Try now' }).click()

    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor()
    await page.getByText('The connection to Tessera is lost').waitFor({ state: 'hidden' })
  })

  test('a page whose data are cut off says that the service could not be reached', async () => {
    const { page } = await adminPage()
    await page.route(/\/admin\/v1\/partners(?:\?|$)/, (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: '{"data":[' }),
    )

    await visit(page, '/console/partners')

    await page.getByText('Tessera could not be reached.').first().waitFor()
  })

  test('a new credential has no mode until one is chosen; typed input survives a lost connection', async () => {
    const running = await service()
    const { partnerId } = await running.newPartner()
    const credentials = (): Promise<Json[]> =>
      running.admin.get(`/admin/v1/partners/${partnerId}/credentials`).then(dataOf)
    const { length } = await credentials()
    const { page } = await adminPage()
    await visit(page, `/console/partners/${partnerId}/credentials`)
    await page.getByRole('button', { name: 'Issue a credential' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label').fill('till 7')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Mode').selectOption('live: real funds')
    expect(await credentials()).toHaveLength(length)

    await page.context().setOffline(true)
    await dialog.getByRole('button', { name: 'Issue a credential' }).click()
    await page.getByText('The connection to Tessera is lost').waitFor()
    await dialog.getByText('it is done only once').waitFor()
    await page.context().setOffline(false)
    await page.getByText('The connection to Tessera is lost').waitFor({ state: 'hidden' })
    expect(await dialog.getByLabel('Label').inputValue()).toBe('till 7')
    expect(await credentials()).toHaveLength(length)
    await dialog.getByRole('button', { name: 'Issue a credential' }).click()
    await dialog.waitFor({ state: 'hidden' })

    // A test credential would belong to its test partner.
    const issued = (await credentials()).filter(({ label }) => label === 'till 7')
    expect(issued).toHaveLength(1)
  })
}

/** Defines the tests of the pages of orders, costs and funds, at a service that others share. */
export function testOrderPage(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('the funds of all partners are shown to the last digit', async () => {
    const running = await service()
    const { page, faults } = await adminPage()
    const most = '999999999999999'
    const funds = [...Array.from({ length: 9 }, () => most), '999999999999998']
    for (const amount of funds) await running.newPartner({ KRW: amount })
    await expect
      .poll(async () => (await running.admin.get('/admin/v1/overview')).text, { timeout: 20_000 })
      .toContain('"posted":9999999999999989,')

    await visit(page, '/console')
    // Data that was read before is not read again at once.
    await page.reload()

    await page.getByRole('cell', { name: '9,999,999,999,999,989' }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('an order of many lines says how many there are, and shows all of them page by page', async () => {
    const { newPartner, product } = await service()
    const { page, faults } = await adminPage()
    const [partner, { productId }] = [await newPartner({ USD: '200.00' }), await product()]
    const items = Array.from({ length: 101 }, () => ({ productId, amount: 1, quantity: 1 }))
    const order = { clientReference: 'many-lines', currency: 'USD', items }
    const { id } = dataOf(await partner.post('/v2/orders', order))

    await visit(page, `/console/orders/${id}`)
    await page.getByRole('tab', { name: 'Lines' }).click()
    await page.getByText('Lines 1 – 100 of 101').waitFor()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Lines 101 – 101 of 101').waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await page.getByRole('tab', { name: 'Batches' }).click()
    await page
      .getByRole('row', { name: `(${productId}) ful_` })
      .first()
      .waitFor()
    expect(faults).toEqual([])
  })

  test('a top-up that a CANCELLED order has delivered is refunded on the page of the order', async () => {
    const { page, faults } = await adminPage()
    const running = await service()
    const partner = await running.newPartner({ USD: '100.00' })
    const { id } = await anOrderCutShort({ ...running, partner })
    await visit(page, `/console/orders/${id}`)
    await page.getByRole('tab', { name: 'Cases' }).click()
    await page.getByText('Charged for them: 15.00\u00A0USD').waitFor()

    await page.getByRole('button', { name: 'Refund, replace or block' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Item' }).fill('3')
    await dialog.getByRole('option', { name: 'Item 3: ' }).click()
    await dialog.getByLabel('Kind').selectOption('refund')
    await dialog.getByLabel('cannot be taken back').click()
    await dialog.getByLabel('Reason').fill('did not arrive')
    await dialog.getByRole('button', { name: 'Refund' }).click()

    await page.getByRole('row', { name: 'did not arrive' }).getByText('5.00').waitFor()
    expect(faults).toEqual([])

    const { token } = await signedIn(running)
    const cases = `${running.url}/console/orders/${id}#cases`
    const german = await openPage(cases, { session: token, locale: 'de-DE' })
    const row = german.page.getByRole('row', { name: 'did not arrive' })
    await row.getByRole('cell', { name: 'Erstattung', exact: true }).waitFor()
    await german.page.getByRole('tab', { name: 'Buchungen' }).click()
    await german.page
      .getByRole('cell', { name: 'Für eine Bestellung reserviert' })
      .first()
      .waitFor()
    await visit(german.page, '/console/cases')
    await row.getByRole('cell', { name: 'Erstattung', exact: true }).waitFor()
    expect(german.faults).toEqual([])
  })

  test('a cost of a lot is corrected after the console has shown the effect', async () => {
    const { page, faults } = await adminPage()
    const running = await service()
    const partner = await running.newPartner({ USD: '100.00' })
    const { productId } = await running.product({ supplier: 'vault' })
    await stock(running, productId, { lot: 'a' })
    await setCost(running, [productId, 'a'], { currency: 'USD', unitCost: 9 })
    await completeOrder(running, { productId, amount: 10 }, partner)
    const costs = (): Promise<Json[]> =>
      running.admin.get(`/admin/v1/products/${productId}/lots/a/costs`).then(dataOf)
    await visit(page, `/console/catalog/${productId}`)
    await page.getByRole('link', { name: 'Costs' }).click()

    await page.getByRole('button', { name: 'Correct' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Unit cost').fill('7.5')
    await dialog.getByLabel('Reason').fill('typing error')
    await dialog.getByRole('button', { name: 'See what it changes' }).click()
    await dialog.getByText('The margin changes by 1.50\u00A0USD.').waitFor()
    expect(await costs()).toHaveLength(1)
    await dialog.getByLabel('Unit cost').fill('7')
    await dialog.getByRole('button', { name: 'See what it changes' }).click()
    await dialog.getByText('The margin changes by 2.00\u00A0USD.').waitFor()
    await dialog.getByRole('button', { name: 'Correct' }).click()

    await page.getByRole('row', { name: 'typing error' }).getByText('7.00').waitFor()
    expect(await costs()).toHaveLength(2)
    const { productId: costless } = await running.product({ supplier: 'vault' })
    await stock(running, costless, { lot: 'b' })
    await completeOrder(running, { productId: costless, amount: 10 }, partner)
    await visit(page, '/console/reports?by=product')
    const row = page.getByRole('row', { name: `(${costless})` })
    await expect.poll(() => row.getByText('not known').count()).toBe(3)
    await row.getByRole('link').click()
    await page.getByRole('link', { name: /^ord_/ }).waitFor()
    await visit(page, '/console/reports?by=month')
    await page.getByText(/^Without \d+ units? whose cost is not known/).waitFor()
    expect(faults).toEqual([])
  })
}
