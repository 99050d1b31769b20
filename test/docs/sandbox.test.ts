import { expect, test } from 'vitest'
import { demoProducts } from '../../src/demo/products.ts'
import { SANDBOX_OUTCOMES } from '../../src/supply/mod.ts'
import { codeOf, readPage, tableOf } from './markdown.ts'

test('the page names each outcome of the sandbox, with the product of the demo that has it', () => {
  const products = demoProducts()
  const numberOf = (outcome: string): number =>
    1 +
    products.findIndex(
      ({ supplier, supplierSettings }) =>
        supplier === 'sandbox' && supplierSettings?.['outcome'] === outcome,
    )

  const rows = tableOf(readPage('docs/sandbox.md'))

  expect(rows.map(([outcome, product]) => [codeOf(outcome), Number(product)])).toEqual(
    SANDBOX_OUTCOMES.map((outcome) => [outcome, numberOf(outcome)]),
  )
  expect(rows.filter(([, , what = '']) => what.length < 20)).toEqual([])
})

test('the README leads to the page', () => {
  expect(readPage('README.md')).toContain('(docs/sandbox.md)')
})
