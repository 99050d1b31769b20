import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Books, decimal, type Sale, scaled } from './books.ts'

type StoredSale = Omit<Sale, 'face' | 'price'> & { readonly face: string; readonly price: string }

interface Stored {
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
  let written = readText(file)
  if (written !== undefined) readInto(books, JSON.parse(written) as Stored)
  return () => {
    const text = JSON.stringify(storedOf(books))
    if (text === written) return
    mkdirSync(dirname(file), { recursive: true })
    // Replaces the file as a whole, because the process may be killed while it writes.
    writeFileSync(`${file}.new`, text, { mode: 0o600 })
    renameSync(`${file}.new`, file)
    written = text
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function readInto(books: Books, { funds, sales, gone, discounts }: Stored): void {
  for (const [currency, left] of Object.entries(funds)) books.funds.set(currency, scaled(left))
  for (const { face, price, ...sale } of sales) {
    books.sales.push({ ...sale, face: scaled(face), price: scaled(price) })
  }
  for (const id of gone) books.gone.add(id)
  for (const [id, percent] of Object.entries(discounts)) books.discounts.set(id, BigInt(percent))
}

function storedOf({ funds, sales, gone, discounts }: Books): Stored {
  return {
    funds: Object.fromEntries([...funds].map(([currency, left]) => [currency, decimal(left)])),
    sales: sales.map(({ face, price, ...sale }) => ({
      ...sale,
      face: decimal(face),
      price: decimal(price),
    })),
    gone: [...gone],
    discounts: Object.fromEntries([...discounts].map(([id, percent]) => [id, String(percent)])),
  }
}
