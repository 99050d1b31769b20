import { expect, test } from 'vitest'
import type { Db, Tx } from '../../src/db/mod.ts'
import { SupplierRegistry } from '../../src/supply/mod.ts'
import type { Supplier } from '../../src/supply/port.ts'
import { createSandbox } from '../../src/supply/sandbox.ts'

const NO_DATABASE = {} as Db & Tx
const NOW = 0

const sandbox = createSandbox({ redemptionBaseUrl: 'https://redeem.test' })
const strict: Supplier = {
  ...sandbox,
  name: 'strict',
  accountOf: ({ account }) => String(account),
  validateSettings: (_tx, { account }) =>
    Promise.resolve(account === 'ours' ? undefined : { field: 'account', fault: 'is not ours' }),
}
const { availability: _, accountOf: _account, ...always } = sandbox
const registry = new SupplierRegistry({ sandbox, strict, always }, {})

const OURS = { supplier: 'strict', settings: { account: 'ours' } }
const THEIRS = { supplier: 'strict', settings: { account: 'theirs' } }
const ANY = { supplier: 'sandbox', settings: { account: 'theirs' } }

test.each([
  [true, 'suppliers[2].settings.account'],
  [false, 'supplierSettings.account'],
])('the first invalid settings are refused by the path of their field', async (isList, field) => {
  const checked = registry.validateSettings(NO_DATABASE, [ANY, OURS, THEIRS], { isList })

  await expect(checked).rejects.toMatchObject({
    kind: 'invalid_request',
    extras: { details: [{ field }] },
  })
})

test('settings are valid if each supplier accepts its own', async () => {
  await registry.validateSettings(NO_DATABASE, [ANY, OURS], { isList: true })
})

test('a product is available if one of its suppliers can sell it', async () => {
  const soldOut = { supplier: 'sandbox', settings: { outcome: 'out_of_stock' } }
  const products = [
    [soldOut],
    [soldOut, soldOut],
    [soldOut, ANY],
    [soldOut, { ...ANY, supplier: 'always' }],
  ]

  const available = await registry.availableProducts(
    NO_DATABASE,
    products.map(([first = ANY, ...fallbackSuppliers], productId) => ({
      productId,
      supplier: first.supplier,
      supplierSettings: first.settings,
      fallbackSuppliers,
    })),
    NOW,
  )

  expect([...available].toSorted((a, b) => a - b)).toEqual([2, 3])
})

test('the account is that of the settings, and empty for a supplier with one account', () => {
  expect(registry.accountOf(OURS)).toBe('ours')
  expect(registry.accountOf({ ...ANY, supplier: 'always' })).toBe('')
})
