import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Books, decimal, type Sale, scaled } from './books.ts'

type StoredSale = Omit<Sale, 'face' | 'price'> & { readonly face: string; readonly price: string }

interface StoredBooks {
  readonly funds: Readonly<Record<string, string>>
  readonly sales: readonly StoredSale[]
  readonly gone: readonly string[]
  readonly discounts: Readonly<Record<string, string>>
}

/**
 * Reads the books of a stand-in from a file, if there is one. Returns a function that writes
 * changed books there, so that sales can still be looked up after a restart.
 */
export function storeBooks(books: Books, file: string): () => void {
  let lastText = readText(file)
  if (lastText !== undefined) readInto(books, JSON.parse(lastText) as StoredBooks)
  return () => {
    const text = JSON.stringify(storedOf(books))
    if (text === lastText) return
    mkdirSync(dirname(file), { recursive: true })
    // Replaces the file as a whole, because the process may be killed while it writes.
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    lastText = text
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readInto(books: Books, { funds, sales, gone, discounts }: StoredBooks): void {
  for (const [currency, amount] of Object.entries(funds)) books.funds.set(currency, scaled(amount))
  for (const { face, price, ...sale } of sales) {
    books.sales.push({ ...sale, face: scaled(face), price: scaled(price) })
  }
  for (const id of gone) books.gone.add(id)
  for (const [id, percent] of Object.entries(discounts)) books.discounts.set(id, BigInt(percent))
}

function storedOf({ funds, sales, gone, discounts }: Books): StoredBooks {
  return {
    funds: Object.fromEntries([...funds].map(([currency, amount]) => [currency, decimal(amount)])),
    sales: sales.map(({ face, price, ...sale }) => ({
      ...sale,
      face: decimal(face),
      price: decimal(price),
    })),
    gone: [...gone],
    discounts: Object.fromEntries([...discounts].map(([id, percent]) => [id, String(percent)])),
  }
}
