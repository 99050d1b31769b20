import { expect, onTestFinished, test } from 'vitest'
import { makeUpListing } from '../conformance/admin-v1/listings.ts'
import {
  anUnusedSupplier,
  aSupplier,
  makeUpSupplierPurchase,
} from '../conformance/admin-v1/purchases.ts'
import { sql } from '../../src/db/mod.ts'
import type { OpenPage } from '../support/browser.ts'
import { anOrder, dataOf, type RunningService } from '../support/service.ts'
import { visit } from './visit.ts'

const FAULT = 'no look-up has found it'

/**
 * Registers a supplier with a purchase that waits for a person; returns the paths of their pages.
 */
export async function aWaitingPurchase(
  running: RunningService,
): Promise<{ supplier: string; purchaseId: string; paths: string[] }> {
  const { productId } = await running.product({ supplier: 'vault' })
  const partner = await running.newPartner({ USD: '100.00' })
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId })))
  const supplier = await anUnusedSupplier(running)
  const of = { supplier, orderId: String(id), fault: FAULT }
  const purchaseId = await makeUpSupplierPurchase(running, of)
  const page = `/suppliers/accounts/${supplier}`
  return { supplier, purchaseId, paths: [page, `${page}/purchases/${purchaseId}`] }
}

/** Defines the tests of the pages of suppliers, at a service that others share. */
export function testSuppliers(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('a supplier is connected with the fields of its adapter; a fault is shown at its field', async () => {
    const running = await service()
    const { page, faults } = await adminPage()
    const { adapter, name, environment, baseUrl, secrets } = aSupplier()
    await visit(page, '/console/suppliers')
    await page.getByRole('button', { name: 'Connect a supplier' }).click()
    const dialog = page.getByRole('dialog')
    const connect = dialog.getByRole('button', { name: 'Connect a supplier' })

    await dialog.getByLabel('Supplier').selectOption('reloadly')
    await dialog.getByLabel('Client secret').waitFor()
    await dialog.getByLabel('Supplier').selectOption(adapter)
    const account = dialog.getByLabel('Our name of the account')
    expect(await account.inputValue()).toBe('main')
    await account.fill('Not A Name')
    await dialog.getByLabel('Environment').selectOption(environment)
    await dialog.getByLabel('Api key').fill(secrets['apiKey'])
    await dialog.getByRole('textbox', { name: 'Secret' }).fill(secrets['secret'])
    await dialog.getByLabel('Another address').fill(baseUrl)
    await dialog.getByLabel('Currency of the alert').fill('XXZ')
    await dialog.getByLabel('Alert when').fill('5')
    await connect.click()
    await dialog.getByText('must have 1 to 50 small letters').first().waitFor()
    await account.fill(name)
    await connect.click()
    const currency = dialog.getByLabel('Currency of the alert')
    await expect.poll(() => currency.getAttribute('aria-invalid')).toBe('true')
    await currency.fill('EUR')
    await connect.click()
    await dialog.waitFor({ state: 'hidden' })

    const supplier = `${adapter}:${name}`
    await page.waitForURL(`**/console/suppliers/accounts/${supplier}`)
    await page.getByRole('link', { name: 'What it sells' }).waitFor()
    const found = dataOf(await running.admin.get(`/admin/v1/suppliers/${supplier}`))
    expect(found).toMatchObject({ supplier, lowFloat: { amount: 5, currency: 'EUR' } })
    dataOf(await running.admin.patch(`/admin/v1/suppliers/${supplier}`, { active: false }))
    expect(faults.filter((fault) => !/ 400 /.test(fault))).toEqual([])
  })

  test('a purchase that waits for a person is closed on its page, with the bought units', async () => {
    const running = await service()
    const { supplier, purchaseId } = await aWaitingPurchase(running)
    const { page, faults } = await adminPage()
    await visit(page, `/console/suppliers/accounts/${supplier}`)
    await page.getByRole('link', { name: 'ord_' }).first().click()
    await page.getByText(purchaseId, { exact: true }).waitFor()
    // Our reference as it was sent, for questions to the supplier.
    await page.getByText(purchaseId.slice(-36).replaceAll('-', ''), { exact: true }).waitFor()
    await page.getByText(FAULT).waitFor()

    await page.getByRole('button', { name: 'Say what became of it' }).click()
    const dialog = page.getByRole('dialog')
    // No button claims an outcome that nobody has chosen.
    await dialog.getByRole('button', { name: 'Say what became of it' }).waitFor()
    await dialog.getByLabel('What became of it').selectOption('bought')
    await dialog.getByLabel('What was bought').fill('known-1')
    await dialog.getByLabel('Their PINs').fill('1234\n5678')
    await dialog.getByLabel('Last day').fill('2027-02-30')
    await dialog.getByLabel('Currency of the cost').fill('USD')
    await dialog.getByLabel('What the supplier charged').fill('9.43215')
    await dialog.getByLabel('Reason').fill('they say so')
    await dialog.getByRole('button', { name: 'It was bought' }).click()
    await dialog.getByText('there are 1 codes and 2 PINs').waitFor()
    await dialog.getByLabel('Their PINs').fill('1234')
    await dialog.getByRole('button', { name: 'It was bought' }).click()
    await dialog.getByText('1: must be a day').waitFor()
    await dialog.getByLabel('What was bought').fill(`${purchaseId},whole`)
    await dialog.getByLabel('Last day').fill('2027-02-28')
    await dialog.getByRole('button', { name: 'It was bought' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await page.getByText('done', { exact: true }).waitFor()
    const path = `/admin/v1/suppliers/${supplier}/purchases/${purchaseId}`
    expect(dataOf(await running.admin.get(path))).toMatchObject({ status: 'DONE', cost: '9.43215' })
    expect(faults.filter((fault) => !/ 400 /.test(fault))).toEqual([])
  })

  test('a purchase that was taken back later is shown, and waits until somebody confirms it', async () => {
    const running = await service()
    const { supplier, purchaseId } = await aWaitingPurchase(running)
    await running.db.rows(sql`
      update supplier_creates set status = 'REVERSED', fault = 'it was taken back'
      where fault = ${FAULT}`)
    const { page, faults } = await adminPage()
    await visit(page, `/console/suppliers/accounts/${supplier}/purchases/${purchaseId}`)
    await page.getByText('it was taken back').waitFor()

    await page.getByRole('button', { name: 'I have seen to it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('case 7 replaces it')
    await dialog.getByRole('button', { name: 'I have seen to it' }).click()
    await dialog.waitFor({ state: 'hidden' })

    await expect.poll(() => page.getByText('it was taken back').count()).toBe(0)
    const path = `/admin/v1/suppliers/${supplier}/purchases/${purchaseId}`
    const closed = dataOf(await running.admin.get(path))
    expect(closed).toMatchObject({ status: 'REVERSED', closedAt: expect.any(String) as string })
    expect(closed).not.toHaveProperty('fault')
    expect(faults).toEqual([])
  })
}

/** Defines the test of prices that wait, at a service that others share. */
export function testWaitingPrices(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('several prices are accepted at once; one that was withdrawn meanwhile is named', async () => {
    const running = await service()
    const supplier = await anUnusedSupplier(running)
    const listings = [
      await makeUpListing(running, supplier),
      await makeUpListing(running, supplier),
      await makeUpListing(running, supplier),
    ]
    const [gone] = listings
    const changes = `/admin/v1/supplier-price-changes?supplier=${supplier}`
    const { page, faults } = await adminPage()
    await visit(page, '/console/listings')
    // The list of waiting prices is above the list of all prices.
    const head = page.getByRole('columnheader', { name: 'Before', exact: true })
    const prices = page.getByRole('table').filter({ has: head })
    await expect.poll(() => prices.count()).toBe(2)
    for (const { changeId } of listings) {
      await prices
        .first()
        .getByRole('checkbox', { name: `Select ${changeId}`, exact: true })
        .check()
    }
    await page.getByText('3 selected', { exact: true }).waitFor()
    await page
      .getByRole('group', { name: '3 selected' })
      .getByRole('button', { name: 'Accept' })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(`At ${supplier}: 3 get dearer, 0 do not.`).waitFor()
    await running.db.rows(sql`
      update supplier_price_changes set status = 'WITHDRAWN' where change_id = ${gone?.changeId}`)
    await dialog.getByRole('button', { name: 'Accept (3)' }).click()

    const row = dialog.getByRole('row', { name: gone?.listing ?? 'none' })
    await row.getByText('this price does not wait').waitFor()
    await expect.poll(() => dialog.getByText('done', { exact: true }).count()).toBe(2)
    const after = dataOf(await running.admin.get(changes)) as { status: string }[]
    expect(after.map(({ status }) => status)).toEqual(['ACCEPTED', 'ACCEPTED', 'WITHDRAWN'])
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.getByText('3 selected', { exact: true }).waitFor({ state: 'hidden' })

    // The first of the lists has the listings.
    const name = `Select ${gone?.listingId}`
    await page.getByRole('checkbox', { name, exact: true }).first().check()
    await page.getByRole('button', { name: 'Make products of them' }).click()
    await dialog.getByRole('button', { name: 'Make products of them (1)' }).click()
    await dialog.getByText('It has no picture: the supplier has no picture of it').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(faults.filter((fault) => !/ 409 /.test(fault))).toEqual([])
  })
}

/** Defines the test of an account that was just connected, at a service that others share. */
export function testNewSupplier(
  service: () => Promise<RunningService>,
  adminPage: () => Promise<OpenPage>,
): void {
  test('what a new supplier sells comes into sight once its catalog is read', async () => {
    const running = await service()
    const supplier = await anUnusedSupplier(running)
    await makeUpListing(running, supplier)
    const { page, faults } = await adminPage()
    let isRead = false
    await page.route('**/admin/v1/suppliers?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object[] }
      const connecting = body.data.map((one) => ({ ...one, active: true }))
      await route.fulfill({ response, json: isRead ? body : { ...body, data: connecting } })
    })
    await page.route('**/admin/v1/supplier-listings?*', async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as { data: object[] }
      await route.fulfill({ response, json: isRead ? body : { ...body, data: [] } })
    })
    onTestFinished(() => page.unrouteAll({ behavior: 'ignoreErrors' }))

    await visit(page, `/console/listings?listings.supplier=${supplier}`)
    await page.getByText('The catalog is being read').waitFor()
    isRead = true
    await page.getByRole('link', { name: 'Northwind Coffee' }).first().waitFor()
    expect(faults).toEqual([])
  })
}
