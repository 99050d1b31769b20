import { createHash } from 'node:crypto'
import { randomBytes } from '../core/mod.ts'

/** Decimal places of the books of a stand-in: prices there have up to five. */
const PLACES = 5

/** Returns decimal text as an integer of 10^-5. Throws for anything else. */
export function scaled(text: string): bigint {
  const [, sign = '', whole = '', decimals = ''] =
    /^(-?)([0-9]{1,30})(?:\.([0-9]{1,5})0*)?$/.exec(text) ?? []
  if (whole === '') throw new Error('not a decimal number of up to five places')
  const value = BigInt(whole + decimals.padEnd(PLACES, '0'))
  return sign === '' ? value : -value
}

/** Returns decimal text without zeros at its end: `9.5`. */
export function decimal(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(PLACES + 1, '0')
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '')
  return value < 0n ? `-${text}` : text
}

/**
 * The kinds of requests that a fault can affect. `any` also includes requests for tokens, catalogs
 * and funds.
 */
export const FAULT_KINDS = ['create', 'lookUp', 'codes', 'any'] as const

/**
 *   loseBefore    the connection is cut before anything is done
 *   loseAfter     the connection is cut after the request was executed
 *   silentBefore  no response, and nothing was done
 *   silentAfter   no response, although the request was executed
 *   error         a server error, and nothing was done
 *   errorAfter    a server error, although the request was executed
 *   garbage       an unreadable response, although the request was executed
 *   overlap       the purchase is pending and the connection is cut: until a command ends this, no
 *                 look-up finds it, and another one with its reference is done as well
 *   hide          a look-up does not find a purchase that exists
 *   busy          too many requests
 *   absent        404 without a body of the supplier, as a gateway sends it
 *   strange       nothing was done, and the response is an error with an unknown code
 *   twice         the request arrives twice, as from a gateway that repeats it
 *   twiceBusy     the same, and the second one exceeds the requests per minute
 *   twiceExpired  the same, and the token ends in between
 *   refuse        every request is refused, whatever it contains
 *   expire        every token issued so far has expired
 */
export const FAULTS = [
  'loseBefore',
  'loseAfter',
  'silentBefore',
  'silentAfter',
  'error',
  'errorAfter',
  'garbage',
  'overlap',
  'hide',
  'busy',
  'absent',
  'strange',
  'twice',
  'refuse',
  'expire',
  'twiceBusy',
  'twiceExpired',
] as const

/** A fault that a test, or a person, plants for the next requests of one kind. */
export interface Fault {
  readonly of: (typeof FAULT_KINDS)[number]
  readonly does: (typeof FAULTS)[number]
  readonly times: number
}

/** One sale, as the supplier sees it. Amounts are integers of 10^-5. */
export interface Sale {
  readonly theirs: string
  readonly reference: string
  readonly currency: string
  readonly face: bigint
  readonly price: bigint
  readonly units: number
  /** Further data that the supplier shows with the sale. */
  readonly facts: Readonly<Record<string, string>>
  readonly codes: readonly StandInCode[]
  status: 'processing' | 'done' | 'failed' | 'reversed'
}

export interface StandInCode {
  readonly number: string
  readonly pin: string
  readonly expiresOn: string
}

export interface NewSale {
  readonly reference: string
  readonly currency: string
  readonly face: bigint
  readonly units: number
  readonly facts?: Readonly<Record<string, string>>
  readonly status?: Sale['status']
}

/** The books of a stand-in: its sales, and the rest of the client's funds. */
export class Books {
  readonly sales: Sale[] = []
  readonly funds = new Map<string, bigint>()
  readonly faults: Fault[] = []
  /** Listings that are out of stock, or gone. */
  readonly gone = new Set<string>()
  /** The client's discount on the face value, in percent. */
  discountPercent = 5n
  /** The discounts of listings that have their own. */
  readonly discounts = new Map<string, bigint>()
  /** The fee of each sale. */
  fee = 0n
  /** True if a sale is pending at first. */
  isSlow = false
  /**
   * The `Retry-After` after too many requests, if it is not the usual time; `none` leaves it out.
   */
  retryAfter: string | undefined
  /** Number of units that are left of each listing; undefined: no limit. */
  unitsLeft: number | undefined
  /** Sales that look-ups do not find yet, by the supplier's number; see `overlap`. */
  readonly underWay = new Set<string>()
  /** Number of times that all issued tokens have expired. */
  tokenEra = 0
  /** Number of issued tokens. */
  tokensIssued = 0
  /** Number of all sales so far, from which the next one gets its number. */
  #sold = 0

  constructor(funds: Readonly<Record<string, string>>) {
    for (const [currency, amount] of Object.entries(funds)) {
      this.funds.set(currency, scaled(amount))
    }
  }

  /** True if a number of units of a listing cannot be sold, because it is gone or out of stock. */
  lacks(listing: string, units = 1): boolean {
    return this.gone.has(listing) || (this.unitsLeft !== undefined && this.unitsLeft < units)
  }

  discountOf(listing: string | undefined): bigint {
    return this.discounts.get(listing ?? '') ?? this.discountPercent
  }

  priceOf(face: bigint, units: number, listing?: string): bigint {
    return (face * BigInt(units) * (100n - this.discountOf(listing))) / 100n + this.fee
  }

  /**
   * Records a sale, and takes its price off the funds. Returns undefined if they do not suffice.
   */
  sell({ reference, currency, face, units, facts = {}, status }: NewSale): Sale | undefined {
    const price = this.priceOf(face, units, facts['product'])
    const funds = this.funds.get(currency) ?? 0n
    if (funds < price) return undefined
    this.funds.set(currency, funds - price)
    if (this.unitsLeft !== undefined) this.unitsLeft -= units
    this.#sold = Math.max(this.#sold, this.sales.length) + 1
    const sale: Sale = {
      theirs: String(1_000_000 + this.#sold),
      reference,
      currency,
      face,
      price,
      units,
      facts,
      codes: Array.from({ length: units }, (_, at) => newCode(this.#sold + at)),
      status: status ?? (this.isSlow ? 'processing' : 'done'),
    }
    this.sales.push(sale)
    return sale
  }

  /** Repeats a sale under the same reference, as a supplier that charges twice would. */
  sellAgain(theirs: string): Sale | undefined {
    const sale = this.of(theirs)
    return sale && this.sell(sale)
  }

  ofReference(reference: string): Sale[] {
    return this.#ofReference(reference).filter(({ theirs }) => !this.underWay.has(theirs))
  }

  isUnderWay(reference: string): boolean {
    return this.#ofReference(reference).some(({ theirs }) => this.underWay.has(theirs))
  }

  #ofReference(reference: string): Sale[] {
    return this.sales.filter((sale) => sale.reference === reference)
  }

  of(theirs: string): Sale | undefined {
    return this.sales.find((sale) => sale.theirs === theirs)
  }

  /** Ends a pending sale. A sale that fails or is taken back is refunded. */
  end(sale: Sale, status: 'done' | 'failed' | 'reversed'): void {
    if (status !== 'done' && sale.status !== 'failed' && sale.status !== 'reversed') {
      this.funds.set(sale.currency, (this.funds.get(sale.currency) ?? 0n) + sale.price)
    }
    sale.status = status
  }

  /** Returns the fault for this request, if any, and uses it up. */
  takeFault(of: 'create' | 'lookUp' | 'codes' | 'other'): Fault['does'] | undefined {
    const at = this.faults.findIndex((fault) => fault.of === of || fault.of === 'any')
    const fault = this.faults[at]
    if (!fault) return undefined
    if (fault.times <= 1) this.faults.splice(at, 1)
    else this.faults[at] = { ...fault, times: fault.times - 1 }
    return fault.does
  }
}

/** Returns a code of 20 digits, every second one with leading zeros. No double can hold it. */
function newCode(number: number): StandInCode {
  const digest = createHash('sha256').update(randomBytes(16)).digest()
  const digits = String(digest.readBigUInt64BE(0)).padStart(18, '0').slice(-18)
  const pin = String(digest.readUInt16BE(8) % 10_000).padStart(4, '0')
  const begin = number % 2 === 0 ? '00' : '71'
  return { number: `${begin}${digits}`, pin, expiresOn: '2030-12-31' }
}
