import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'
import { removeDirectory } from '../support/remove-directory.ts'

function fileOfOwn(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tessera-books-'))
  onTestFinished(() => removeDirectory(directory))
  return join(directory, 'made-later', 'books.json')
}

test('a stand-in with a file goes on with its sales, funds and prices', async () => {
  const file = fileOfOwn()
  const first = await startStandIn(SHOPS.reloadly.open(), { file })
  first.books.discounts.set('101', 8n)
  const facts = { host: 'giftcards', product: '101' }
  first.books.sell({ reference: 'a', currency: 'EUR', face: 1_000_000n, units: 2, facts })
  const { sales } = first.books
  await first.close()

  const next = await startStandIn(SHOPS.reloadly.open(), { file })
  onTestFinished(() => next.close())

  expect(next.books.sales).toEqual(sales)
  expect(next.books.ofReference('a')).toMatchObject([{ price: 1_840_000n }])
  expect(next.books.funds.get('EUR')).toBe(1_000_000_000n - 1_840_000n)
  expect(next.books.discountOf('101')).toBe(8n)
})

test('a stand-in stores each sale before it responds, so it may be killed right after', async () => {
  const file = fileOfOwn()
  const standIn = await startStandIn(SHOPS.plugin.open(), { file })
  onTestFinished(() => standIn.close())
  standIn.books.gone.add('card')
  await fetch(`${standIn.url}/plugin/v1/balances`)

  const shop = SHOPS.plugin.open()
  const next = await startStandIn(shop, { file })
  onTestFinished(() => next.close())

  expect([...shop.books.gone]).toEqual(['card'])
})
