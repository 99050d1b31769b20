import { errorMessage } from '../core/mod.ts'
import { at, exactNumber, type ExactJson, type JsonBody, textAt } from '../connectors/mod.ts'
import { type Books, decimal, type Fault, FAULT_KINDS, FAULTS, scaled } from './books.ts'

/** The commands that a person may send to a stand-in, by field. */
const COMMANDS: Readonly<Record<string, (books: Books, command: ExactJson) => void>> = {
  does: (books, command) => void books.faults.push(readFault(command)),
  /** Removes planted faults that have not happened yet. */
  faults: (books, command) => {
    oneOf('faults', textAt(command, 'faults'), ['none'])
    books.faults.length = 0
  },
  /** Ends the hidden pending sales; see `overlap`. */
  underWay: (books, command) => {
    oneOf('underWay', textAt(command, 'underWay'), ['none'])
    books.underWay.clear()
  },
  discountPercent: (books, command) => {
    books.discountPercent = BigInt(wholeNumber(command, 'discountPercent'))
  },
  /** Takes back a completed sale, by the supplier's number. */
  reverse: (books, command) => {
    const sale = books.of(textAt(command, 'reverse') ?? '')
    if (sale?.status !== 'done') throw new Error('reverse: no such sale is done')
    books.end(sale, 'reversed')
  },
  /** Repeats a sale under the same reference. */
  again: (books, command) => {
    if (!books.sellAgain(textAt(command, 'again') ?? '')) throw new Error('again: no such sale')
  },
  /** Forgets a paid sale, like a supplier that loses it. */
  forget: (books, command) => {
    const index = books.sales.findIndex(({ theirs }) => theirs === textAt(command, 'forget'))
    const sale = books.sales[index]
    if (!sale) throw new Error('forget: no such sale')
    books.sales[index] = {
      ...sale,
      reference: `forgotten-${sale.theirs}`,
      theirs: `${sale.theirs}-`,
    }
  },
  unitsLeft: (books, command) => {
    const isAny = at(command, 'unitsLeft') === 'any'
    books.unitsLeft = isAny ? undefined : wholeNumber(command, 'unitsLeft')
  },
  retryAfter: (books, command) => {
    const isUsual = at(command, 'retryAfter') === 'usual'
    books.retryAfter = isUsual ? undefined : textAt(command, 'retryAfter')
  },
  gone: (books, command) => void books.gone.add(textAt(command, 'gone') ?? ''),
  back: (books, command) => void books.gone.delete(textAt(command, 'back') ?? ''),
  /** Makes sales stay pending, until another command switches that off. */
  slow: (books, command) => {
    books.isSlow = at(command, 'slow') === true
  },
  funds: (books, command) => {
    const [currency, amount] = [
      textAt(command, 'currency') ?? 'EUR',
      textAt(command, 'funds') ?? '',
    ]
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
): { readonly status: number; readonly body: JsonBody } {
  if (method === 'POST') {
    try {
      for (const command of Array.isArray(json) ? json : [json]) execute(books, command)
    } catch (error) {
      return { status: 400, body: { error: errorMessage(error, 'unreadable') } }
    }
  }
  const funds = Object.fromEntries(
    [...books.funds].map(([code, amount]) => [code, decimal(amount)]),
  )
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

function execute(books: Books, command: ExactJson | undefined): void {
  const fields = Object.keys(COMMANDS)
  const act = fields.find((field) => at(command, field) !== undefined)
  if (act === undefined || command === undefined) {
    throw new Error(`one of these fields says what to do: ${fields.join(', ')}`)
  }
  COMMANDS[act]?.(books, command)
}

function readFault(command: ExactJson): Fault {
  return {
    of: oneOf('of', textAt(command, 'of') ?? 'any', FAULT_KINDS),
    does: oneOf('does', textAt(command, 'does'), FAULTS),
    times: at(command, 'times') === undefined ? 1 : wholeNumber(command, 'times'),
  }
}

function wholeNumber(command: ExactJson, field: string): number {
  const text = textAt(command, field) ?? ''
  if (!/^[0-9]{1,6}$/.test(text)) throw new Error(`${field}: a whole number`)
  return Number(text)
}

function oneOf<T extends string>(field: string, text: string | undefined, all: readonly T[]): T {
  const match = all.find((one) => one === text)
  if (match === undefined) throw new Error(`${field}: one of ${all.join(', ')}`)
  return match
}
