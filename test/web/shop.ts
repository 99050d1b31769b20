import { expect, onTestFinished, test } from 'vitest'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'
import { violationsOf, type OpenPage } from '../support/browser.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { Gate } from '../support/gate.ts'
import { visit } from './visit.ts'

interface Shop {
  readonly running: RunningService
  readonly partnerId: number
  /** The page of an owner of the partner of `running`. */
  ownerPage(): Promise<OpenPage>
}

/** Defines the tests of what people of a partner buy in the portal. */
export function testShop(shop: () => Promise<Shop>): void {
  test('a person fills the cart in the shop, sees its cost and the funds left, and orders it once', async () => {
    const { running, ownerPage } = await shop()
    const { page, faults } = await ownerPage()
    const { brand } = await running.product({ brand: 'Copperleaf Bakery' })
    const available = await fundsOf(running)
    await visit(page, '/portal/shop')
    await page.getByRole('textbox', { name: 'Search' }).fill('copperleaf')
    await page.getByRole('button', { name: brand }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value of each').fill('12.50')
    await dialog.getByLabel('How many').fill('2')
    await dialog.getByLabel('Your reference of this line').fill('Ann')
    await dialog.getByRole('button', { name: 'Add to the cart' }).click()
    await page.getByRole('link', { name: 'Cart (1)' }).click()

    await page.getByRole('button', { name: 'Order for 25.00\u00A0USD' }).waitFor()
    await page.getByLabel('Labels').fill('cause: team day')
    const summary = page.getByRole('main').locator('dl')
    expect(await summary.innerText()).toContain(money(available - 25))
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await page.getByRole('button', { name: 'Order for' }).click()

    await page.getByRole('heading', { name: 'What was ordered' }).waitFor()
    await page.getByRole('cell', { name: 'Ann' }).waitFor()
    await page.getByText('cause: team day').waitFor()
    await page.getByRole('button', { name: 'Show the codes' }).click()
    await page.getByRole('row', { name: brand }).nth(2).waitFor()
    expect(await fundsOf(running)).toBe(available - 25)
    await visit(page, '/portal/cart')
    await page.getByText('The cart is empty').waitFor()
    expect(faults).toEqual([])
  })

  test('a file fills the cart once its lines are valid; faults are shown by line', async () => {
    const { running, ownerPage } = await shop()
    const { page, faults } = await ownerPage()
    const { productId } = await running.product({ brand: 'Quillmarket Books' })
    const choose = async (lines: readonly string[]): Promise<void> => {
      const text = ['brand,productId,amount,quantity,itemReference', ...lines].join('\n')
      const buffer = Buffer.from(text)
      await page
        .getByLabel('The file')
        .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
      await page.getByRole('button', { name: 'Check the file' }).click()
    }
    await visit(page, '/portal/cart')
    await page.getByRole('button', { name: 'Fill from a file' }).first().click()

    await choose([
      'Quillmarket Books,,20,1,"Ann, A."',
      'Nowhere,,20,1,',
      `,${productId},1.000,1,Ben`,
    ])
    await page
      .getByRole('row', { name: '3 no product of the catalog is called “Nowhere”' })
      .waitFor()
    await page.getByRole('row', { name: '4 amount must be a number' }).waitFor()
    await choose(['quillmarket books,,20,1,"Ann, A."', `,${productId},5000,1,Ben`])
    // Faults that only the service can find.
    await page.getByRole('row', { name: '3 amount' }).waitFor()
    await choose(['quillmarket books,,20,1,"Ann, A."', `,${productId},30,2,Ben`])
    await page.getByRole('button', { name: 'Put 2 lines into the cart' }).click()

    await page.getByRole('cell', { name: 'Ann, A.' }).waitFor()
    await page.getByRole('button', { name: 'Order for 80.00\u00A0USD' }).waitFor()
    // The content of the cart stays, unless the user replaces it.
    await page.getByRole('button', { name: 'Fill from a file' }).first().click()
    await choose(['quillmarket books,,5,1,'])
    await page.getByRole('button', { name: 'Put 1 line into the cart' }).click()
    await page.getByRole('button', { name: 'Order for 85.00\u00A0USD' }).waitFor()
    await page.getByRole('button', { name: 'Fill from a file' }).first().click()
    await choose(['quillmarket books,,5,1,'])
    await page.getByRole('button', { name: 'Replace the 3 lines of the cart' }).click()
    await page.getByRole('button', { name: 'Order for 5.00\u00A0USD' }).waitFor()
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    await page.getByText('The cart is empty').waitFor()
    expect(faults).toEqual([])
  })

  test('a bill names its account, shows the amount due at the supplier, and uses it', async () => {
    const { running, ownerPage } = await shop()
    const { page, faults } = await ownerPage()
    const brand = await aBill(running)
    await visit(page, '/portal/shop')
    // The supplier names it by its own code; the cart and orders by the brand.
    await page.getByRole('button', { name: `US POWER Bill ${brand}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Value of each').fill('40')
    await dialog.getByLabel('Account number').fill('12 34')
    await dialog.getByRole('button', { name: 'Add to the cart' }).click()
    await dialog.getByText('Does not look right').waitFor()
    await dialog.getByLabel('Account number').fill('12345678')
    await dialog.getByRole('button', { name: 'Ask what is due' }).click()
    await dialog.getByText('42.50\u00A0EUR are due').waitFor()
    expect(await dialog.getByLabel('Value of each').inputValue()).toBe('42.50')
    await dialog.getByLabel('Value of each').fill('40')
    await dialog.getByRole('button', { name: 'Add to the cart' }).click()
    await visit(page, '/portal/cart')

    const due = page.getByRole('row', { name: `${brand} 42.50\u00A0EUR due` })
    await due.waitFor()
    const gate = new Gate()
    await page.route('**/portal/v1/quotes', async (route) => {
      await gate.passed()
      await route.continue()
    })
    await page.getByRole('button', { name: 'Pay 42.50\u00A0EUR' }).click()
    // The response for the previous line may be wrong for the changed one.
    await due.waitFor({ state: 'detached' })
    gate.open()
    await page.getByRole('button', { name: 'Order for 85.00\u00A0USD' }).waitFor()
    await page.getByRole('cell', { name: '12345678' }).waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    expect(faults).toEqual([])
  })
}

/** Defines the test of carts that are filled again. */
export function testRepeatedCarts(shop: () => Promise<Shop>): void {
  test('an order and a saved cart fill the cart again, without products that have left the catalog', async () => {
    const { running, ownerPage } = await shop()
    const { page, faults } = await ownerPage()
    const listed = await running.product({ brand: 'Copperleaf Tea' })
    const gone = await running.product({ brand: 'Quillmarket Maps' })
    const items = [
      { productId: listed.productId, amount: 12.5, quantity: 2, itemReference: 'Ann' },
      { productId: gone.productId, amount: 20, quantity: 1, itemReference: 'Ben' },
    ]
    const order = { clientReference: 'monthly', currency: 'USD', items }
    const { id } = dataOf(await running.partner.post('/v2/orders', order))
    await visit(page, `/portal/orders/${id}`)
    await page.getByRole('button', { name: 'Order again' }).click()
    await page.getByRole('button', { name: 'Order for 45.00\u00A0USD' }).waitFor()

    await page.getByRole('button', { name: 'Saved carts' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Monthly')
    await page.evaluate(`window.stored = Storage.prototype.setItem
      Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }`)
    await dialog.getByRole('button', { name: 'Save this cart' }).click()
    await dialog.getByText('This browser has no room left').waitFor()
    await dialog.getByText('No cart is saved yet.').waitFor()
    await page.evaluate('Storage.prototype.setItem = window.stored')
    await dialog.getByRole('button', { name: 'Save this cart' }).click()
    const load = dialog.getByRole('button', { name: 'Put into the cart: Monthly' })
    await load.waitFor()
    expect(await violationsOf(page)).toEqual([])
    const stored = String(await page.evaluate('JSON.stringify({ ...localStorage })'))
    expect(stored).toContain('12.5')
    expect(stored).not.toMatch(/Ann|Ben/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    const change = { active: false }
    dataOf(await running.admin.patch(`/admin/v1/products/${gone.productId}`, change))
    await page.getByRole('button', { name: 'Saved carts' }).click()
    await load.click()
    await page.getByText('left out: Quillmarket Maps').waitFor()
    await page.getByRole('button', { name: 'Order for 25.00\u00A0USD' }).waitFor()
    await page.getByRole('button', { name: 'Saved carts' }).click()
    await dialog.getByRole('button', { name: 'Remove Monthly' }).click()
    await dialog.getByText('No cart is saved yet.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Empty the cart' }).click()
    await page.getByText('The cart is empty').waitFor()
    expect(faults).toEqual([])
  })
}

/** Defines the tests of orders in the portal for which a second person is needed. */
export function testApprovedOrders(shop: () => Promise<Shop>): void {
  test('an order of at least the amount of the rule is placed once another user approves it', async () => {
    const { running, ownerPage, partnerId } = await shop()
    const { page, faults } = await ownerPage()
    const { productId } = await running.product({ brand: 'Sonavale Music' })
    await visit(page, '/portal/approvals')
    await page.getByRole('button', { name: 'Set the amount' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByLabel('From this amount on').fill('50')
    await dialog.getByRole('button', { name: 'Set the amount' }).click()
    await page.getByText('Orders and links of a person from 50.00\u00A0USD a day on').waitFor()
    const buyer = await signedIn(running, { role: 'buyer', partnerId })
    const items = [{ productId, amount: 30, quantity: 2, itemReference: 'Ann' }]
    const metadata = { cause: 'team day' }
    const order = { clientReference: 'team-lunch', currency: 'USD', items, metadata }
    dataOf(await buyer.post('/portal/v1/drafts', order))

    // A user who may approve it finds it on the first page, and its count in the navigation.
    await visit(page, '/portal')
    await page.getByRole('img', { name: '1 waits' }).waitFor()
    await page.getByRole('link', { name: /^Approve the order team-lunch of / }).click()
    await page.getByRole('row', { name: 'Sonavale Music 30.00\u00A0USD 2 Ann' }).waitFor()
    await page.getByText('cause: team day').waitFor()
    expect(await violationsOf(page, { except: [] })).toEqual([])
    await page.getByRole('button', { name: 'Approve and order for 60.00\u00A0USD' }).click()
    await dialog.getByRole('button', { name: 'Approve and order' }).click()
    await page.getByRole('link', { name: 'Open the order' }).click()
    await page.getByRole('heading', { name: 'What was ordered' }).waitFor()

    await visit(page, '/portal/approvals')
    await page.getByRole('button', { name: 'Set the amount' }).click()
    await dialog.getByLabel('Currency').selectOption('USD')
    await dialog.getByRole('button', { name: 'Set the amount' }).click()
    await page.getByText('Nothing needs an approval').waitFor()
    expect(faults).toEqual([])
  })
}

/** Returns the brand of a bill at a stand-in, where 42.50 EUR are due. */
async function aBill({ admin, product }: RunningService): Promise<string> {
  const { secrets, open } = SHOPS.ding
  const standIn = await startStandIn(open())
  onTestFinished(() => standIn.close())
  const account = { adapter: 'ding', name: 'main', environment: 'sandbox', secrets }
  dataOf(await admin.post('/admin/v1/suppliers', { ...account, baseUrl: standIn.url }))
  dataOf(await admin.put('/admin/v1/fx-rates', { rates: [{ from: 'EUR', to: 'USD', rate: 2 }] }))
  const { productId, brand } = await product({
    brand: 'Power of Berlin',
    currency: 'EUR',
    productType: 'BILL_PAYMENT',
    recipientFields: [
      { name: 'accountNumber', label: 'Account number', pattern: '[0-9]{8}', required: true },
    ],
    supplier: 'ding',
    supplierSettings: { account: 'main', sku: 'US_POWER_Bill', sendCurrency: 'EUR' },
  })
  const content = { locales: [{ locale: 'en', name: 'US POWER Bill' }] }
  dataOf(await admin.patch(`/admin/v1/products/${productId}/content`, content))
  return brand
}

async function fundsOf({ partner }: RunningService): Promise<number> {
  const { USD = 0 } = await partner.funds()
  return USD
}

function money(amount: number): string {
  return `${amount.toFixed(2)}\u00A0USD`
}
