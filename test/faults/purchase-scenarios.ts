import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { type Books, type Fault, scaled } from '../../src/stand-ins/books.ts'
import type { Case } from '../connectors/bench.ts'

/** A fault of suppliers while the services that buy there are killed. */
export interface PurchaseScenario {
  /** Begins with its numbers in `test/connectors/scenario-table.test.ts`. */
  readonly name: string
  /** The units of an order of cards; other products are bought one by one. Default: 2. */
  quantityOf?(one: Case): number
  /** In major units. Default: 10. */
  readonly faceValue?: number
  /** Begins the supplier's trouble. */
  plant?(books: Books, one: Case, quantity: number): void
  /** Ends the supplier's trouble, once the restarted services have tried. */
  heal?(books: Books, one: Case): void
  /** True if each service takes over the other's purchases before both are killed. */
  readonly isTakenOver?: true
  /** True if the supplier does not respond, for as long as a service waits for it. */
  readonly isSilent?: true
  /** True if the services are killed a second time, when they have tried again. */
  readonly isKilledAgain?: true
  /** True if nothing can be bought, or if the order is cancelled before it is. */
  readonly isCancelled?: true
  /** The fate of the purchase after its delivery. */
  readonly after?: 'twice' | 'reversed'
}

const fault =
  (...faults: readonly Fault[]) =>
  (books: Books): void =>
    void books.faults.push(...faults)

function create(does: Fault['does'], times = 1): Fault {
  return { of: 'create', does, times }
}

/** More units than one create may have. */
function several({ shop }: Case): number {
  return ADAPTERS[shop].manifest.unitsPerCreate + 2
}

export const PURCHASE_SCENARIOS: readonly PurchaseScenario[] = [
  { name: '1 two workers make the same purchase', isTakenOver: true },
  { name: '2 the response is lost after the sale', plant: fault(create('loseAfter')) },
  { name: '3 the request is lost before the sale', plant: fault(create('loseBefore')) },
  { name: '4, 20 nothing else', quantityOf: several },
  { name: '5 the supplier fails after the sale', plant: fault(create('errorAfter')) },
  { name: '6, 10 the supplier fails before the sale', plant: fault(create('error')) },
  {
    name: '7 no response in time',
    plant: fault(create('silentAfter')),
    isSilent: true,
    isKilledAgain: true,
  },
  { name: '8 the request arrives twice', plant: fault(create('twice')), after: 'twice' },
  {
    name: '8, 12 the request arrives twice, and stock suffices for one',
    quantityOf: () => 1,
    plant(books) {
      books.unitsLeft = 1
      books.faults.push(create('twice'))
    },
    heal(books) {
      restock(books)
      books.faults.length = 0
    },
  },
  {
    name: '9 a look-up is blind at first',
    plant: fault(create('loseAfter'), { of: 'lookUp', does: 'hide', times: 3 }),
    // Once enough time has passed, a look-up that finds nothing is definite.
    heal: (books) => void (books.faults.length = 0),
  },
  {
    name: '11 no funds, then funds',
    plant: (books) => void books.funds.set('EUR', 0n),
    heal: (books) => void books.funds.set('EUR', fundsLeft(books)),
  },
  {
    name: '12 no stock',
    plant(books) {
      books.unitsLeft = 0
    },
    heal: restock,
  },
  // Some stand-ins sell even this amount.
  { name: '13 bad amount', faceValue: 987_654, isCancelled: true },
  {
    name: '14 a product vanishes',
    plant: (books, { settings }) => Object.values(settings).forEach((id) => books.gone.add(id)),
    heal: (books) => books.gone.clear(),
  },
  {
    name: '15 too many requests',
    plant(books) {
      books.retryAfter = '1'
      books.faults.push(create('busy', 2))
    },
  },
  { name: '16 a token ends', plant: fault({ of: 'any', does: 'expire', times: 2 }) },
  { name: '17 part of a batch', quantityOf: several, plant: leaveTooFew, heal: restock },
  {
    name: '18 another price',
    plant(books, { shop }) {
      // DingConnect books a commission back, so the amount that is sent is the price.
      if (shop !== 'ding') books.discountPercent = 1n
      books.fee = 37n
    },
  },
  {
    name: '19 codes come late',
    plant(books) {
      books.isSlow = true
      books.faults.push({ of: 'codes', does: 'error', times: 2 })
    },
    heal(books) {
      books.isSlow = false
    },
  },
  { name: '21 the supplier takes units back', after: 'reversed' },
  { name: '23 an unknown error', plant: fault(create('strange')) },
  { name: '23 a response that cannot be read', plant: fault(create('garbage')) },
  {
    name: '24 cancelled, and taken back or not',
    quantityOf: several,
    plant: leaveTooFew,
    heal: restock,
    isCancelled: true,
    isKilledAgain: true,
  },
]

/** Ends everything that the scenario before has planted. */
export function resetBooks(books: Books): void {
  books.faults.length = 0
  books.gone.clear()
  books.discountPercent = 5n
  books.fee = 0n
  books.isSlow = false
  books.retryAfter = undefined
  books.unitsLeft = undefined
}

/** Our funds at each supplier, in EUR. */
export const OPENING_FUNDS = scaled('1000000000')

/** The price of all sales that were not paid back. */
export function chargedOf({ sales }: Books): bigint {
  const charged = sales.filter(({ status }) => status === 'done' || status === 'processing')
  return charged.reduce((sum, { price }) => sum + price, 0n)
}

function fundsLeft(books: Books): bigint {
  return OPENING_FUNDS - chargedOf(books)
}

function leaveTooFew(books: Books, _: Case, quantity: number): void {
  books.unitsLeft = Math.max(0, quantity - 2)
}

function restock(books: Books): void {
  books.unitsLeft = undefined
}
