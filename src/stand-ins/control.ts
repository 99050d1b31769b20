import { at, exactNumber, type ExactJson, type Sent, textAt } from '../connectors/mod.ts'
import { type Books, decimal, type Fault, FAULT_KINDS, FAULTS, scaled } from './books.ts'

/** The commands that a person may send to a stand-in, by field. */
const ORDERS: Readonly<Record<string, (books: Books, order: ExactJson) => void>> = {
  does: (books, order) => void books.faults.push(readFault(order)),
  /** Removes planted faults that have not happened yet. */
  faults: (books, order) => {
    oneOf('faults', textAt(order, 'faults'), ['none'])
    books.faults.length = 0
  },
  /** Ends the hidden pending sales; see `overlap`. */
  underWay: (books, order) => {
    oneOf('underWay', textAt(order, 'underWay'), ['none'])
    books.underWay.clear()
  },
  discountPercent: (books, order) => {
    books.discountPercent = BigInt(wholeNumber(order, 'discountPercent'))
  },
  /** Takes back a completed sale, by the supplier's number. */
  reverse: (books, order) => {
    const sale = books.of(textAt(order, 'reverse') ?? '')
    if (sale?.status !== 'done') throw new Error('reverse: no such sale is done')
    books.end(sale, 'reversed')
  },
  /** Repeats a sale under the same reference. */
  again: (books, order) => {
    if (!books.sellAgain(textAt(order, 'again') ?? '')) throw new Error('again: no such sale')
  },
  /** Forgets a paid sale, like a supplier that loses it. */
  forget: (books, order) => {
    const index = books.sales.findIndex(({ theirs }) => theirs === textAt(order, 'forget'))
    const sale = books.sales[index]
    if (!sale) throw new Error('forget: no such sale')
    books.sales[index] = {
      ...sale,
      reference: `forgotten-${sale.theirs}`,
      theirs: `${sale.theirs}-`,
    }
  },
  unitsLeft: (books, order) => {
    const isAny = at(order, 'unitsLeft') === 'any'
    books.unitsLeft = isAny ? undefined : wholeNumber(order, 'unitsLeft')
  },
  retryAfter: (books, order) => {
    const isUsual = at(order, 'retryAfter') === 'usual'
    books.retryAfter = isUsual ? undefined : textAt(order, 'retryAfter')
  },
  gone: (books, order) => void books.gone.add(textAt(order, 'gone') ?? ''),
  back: (books, order) => void books.gone.delete(textAt(order, 'back') ?? ''),
  /** Makes sales stay pending, until another command switches that off. */
  slow: (books, order) => {
    books.isSlow = at(order, 'slow') === true
  },
  funds: (books, order) => {
    const [currency, amount] = [textAt(order, 'currency') ?? 'EUR', textAt(order, 'funds') ?? '']
    books.funds.set(currency, scaled(amount))
  },
}

/**
 * Executes one command or a list of them, and returns the books. If a command of a list cannot be
 * read, those before it are executed.
 */
export function control(
  { books, name }: { readonly books: Books; readonly name: string },
  method: string,
  json: ExactJson | undefined,
): { readonly status: number; readonly body: Sent } {
  if (method === 'POST') {
    try {
      for (const order of Array.isArray(json) ? json : [json]) obey(books, order)
    } catch (error) {
      return { status: 400, body: { error: error instanceof Error ? error.message : 'unreadable' } }
    }
  }
  const funds = Object.fromEntries([...books.funds].map(([code, left]) => [code, decimal(left)]))
  const sales = books.sales.map(({ theirs, reference, currency, face, price, units, status }) => ({
    theirs,
    reference,
    currency,
    face: decimal(face),
    price: decimal(price),
    units: String(units),
    status,
  }))
  const faults = books.faults.map((fault) => ({
    ...fault,
    times: exactNumber(String(fault.times)),
  }))
  return { status: 200, body: { name, funds, sales, faults } }
}

function obey(books: Books, order: ExactJson | undefined): void {
  const fields = Object.keys(ORDERS)
  const act = fields.find((field) => at(order, field) !== undefined)
  if (act === undefined || order === undefined) {
    throw new Error(`one of these fields says what to do: ${fields.join(', ')}`)
  }
  ORDERS[act]?.(books, order)
}

function readFault(order: ExactJson): Fault {
  return {
    of: oneOf('of', textAt(order, 'of') ?? 'any', FAULT_KINDS),
    does: oneOf('does', textAt(order, 'does'), FAULTS),
    times: at(order, 'times') === undefined ? 1 : wholeNumber(order, 'times'),
  }
}

function wholeNumber(order: ExactJson, field: string): number {
  const text = textAt(order, field) ?? ''
  if (!/^[0-9]{1,6}$/.test(text)) throw new Error(`${field}: a whole number`)
  return Number(text)
}

function oneOf<T extends string>(field: string, text: string | undefined, all: readonly T[]): T {
  const match = all.find((one) => one === text)
  if (match === undefined) throw new Error(`${field}: one of ${all.join(', ')}`)
  return match
}
