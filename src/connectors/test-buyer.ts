import { MS_PER_SECOND, pause, systemClock, errorMessage, randomBytes } from '../core/mod.ts'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  Fields,
  Listing,
  Money,
  Unit,
  Verdict,
} from './adapter.ts'
import { referenceThere } from './buying.ts'
import { scaledOf } from './decimal-text.ts'
import { listAt, textAt } from './exact-json.ts'
import { CATALOG_PAGE, Exchange, type OpenAccount } from './exchange.ts'
import { withoutSecrets } from './hide-secrets.ts'

/** What is tested: a supplier, our account there, and the purchase. */
export interface TestTarget {
  readonly adapter: Adapter
  readonly account: OpenAccount
  readonly recipient: Fields
  /** The listing of the catalog to buy; undefined: the first that is on sale. */
  readonly listing?: string | undefined
}

const LISTINGS_MAX = 200_000
const LOOK_UPS_MAX = 30
const PAUSE_SECONDS_MAX = 5
/** No supplier responds within a millisecond: the response is lost. */
const LOST_MS = 1

/** The response was lost, or counts as lost; `why` says how. */
class LostResponse {
  readonly why: string

  constructor(error: unknown) {
    this.why = errorMessage(error)
  }
}

type Received = LostResponse | Reply

/** Sums by currency, as integers of 10^-12. */
export type Sums = ReadonlyMap<string, bigint>

/** Buys from a supplier as the kit does, without a database, and counts what was charged. */
export class TestBuyer {
  readonly target: TestTarget
  readonly #exchange: Exchange
  readonly #impatient: Exchange
  readonly listings: readonly Listing[]
  readonly #template: Creation
  /** The charge of each purchase, by its reference. */
  readonly charges = new Map<string, Money>()

  private constructor(target: TestTarget, exchange: Exchange, listings: readonly Listing[]) {
    this.target = target
    this.#exchange = exchange
    this.#impatient = new Exchange({ ...target, clock: systemClock, responseMs: LOST_MS })
    this.listings = listings
    this.#template = creationFor(target, listings)
  }

  /** Reads the catalog. Throws an Error that says what is wrong with it. */
  static async open(target: TestTarget): Promise<TestBuyer> {
    const exchange = new Exchange({ ...target, clock: systemClock })
    try {
      return new TestBuyer(target, exchange, await readCatalog(target.adapter, exchange))
    } catch (error) {
      exchange.close()
      throw error
    }
  }

  close(): void {
    this.#exchange.close()
    this.#impatient.close()
  }

  /** Returns a purchase with a new reference, which was not sent yet. */
  newCreation(other: Partial<Creation> = {}): Creation {
    return { ...this.#template, ...other, reference: newReference(this.target.adapter) }
  }

  /** Sends a create as if the time were `at`. */
  async create(creation: Creation, at?: number): Promise<Verdict> {
    const { adapter } = this.target
    const account = this.#exchange.account(at)
    const response = await this.#send(adapter.create(creation, account))
    const verdict =
      response instanceof LostResponse
        ? lostVerdict(response)
        : this.#readCreate(response, creation)
    return this.#recordCharge(creation, verdict)
  }

  /** Sends a create, and disconnects before the response. */
  async createAndLeave(creation: Creation): Promise<void> {
    const call = this.target.adapter.create(creation, this.#impatient.account())
    await this.#impatient.send(call).catch(() => undefined)
  }

  /** Sends a create with secrets that are not ours. */
  async createAsStranger(creation: Creation): Promise<void> {
    const { account, adapter } = this.target
    const names = Object.keys(account.secrets)
    const secrets = Object.fromEntries(names.map((name) => [name, 'not-ours'] as const))
    const stranger = new Exchange({ adapter, account: { ...account, secrets }, clock: systemClock })
    await stranger.send(adapter.create(creation, stranger.account())).catch(() => undefined)
    stranger.close()
  }

  async lookUp(creation: Creation): Promise<Verdict> {
    const { adapter } = this.target
    const account = this.#exchange.account()
    const call = adapter.lookUp(creation, account)
    if (call === 'repeat') return this.create(creation)
    if (call === 'none') return { is: 'unknown', detail: 'nothing finds it' }
    const response = await this.#send(call)
    const verdict =
      response instanceof LostResponse
        ? lostVerdict(response)
        : adapter.readLookUp(response, creation, account)
    return this.#recordCharge(creation, verdict)
  }

  /**
   * Looks a purchase up until its outcome is definite; sends it again if the supplier does not know
   * it.
   */
  async settle(creation: Creation, first?: Verdict): Promise<Verdict> {
    let verdict = first ?? (await this.lookUp(creation))
    for (let attempt = 0; attempt < LOOK_UPS_MAX; attempt += 1) {
      const mayRepeat = this.repeats() !== 'buysAgain' && this.repeats() !== 'unknown'
      if (verdict.is === 'notFound' && mayRepeat) verdict = await this.create(creation)
      if (!['accepted', 'busy', 'unknown', 'duplicate'].includes(verdict.is)) return verdict
      const seconds = 'askAgainInSeconds' in verdict ? (verdict.askAgainInSeconds ?? 1) : 1
      await pause(Math.min(seconds, PAUSE_SECONDS_MAX) * MS_PER_SECOND).over
      verdict = await this.lookUp(creation)
    }
    return verdict
  }

  repeats() {
    return this.target.adapter.manifest.repeat.does
  }

  /** Returns our funds that are left, by currency. */
  async funds(): Promise<Sums> {
    const { adapter } = this.target
    const response = await this.#send(adapter.balance(this.account()))
    const pots = response instanceof LostResponse ? undefined : adapter.readBalance(response)
    if (!pots) throw new Error(`the funds cannot be read: ${statusOf(response)}`)
    return sumsOf(pots)
  }

  async undo(creation: Creation): Promise<string | undefined> {
    const { adapter } = this.target
    if (!adapter.undo || !adapter.readUndo) return undefined
    const response = await this.#send(adapter.undo(creation, this.account()))
    return response instanceof LostResponse ? 'unknown' : adapter.readUndo(response)
  }

  /** Returns the units of a purchase; throws an Error that says what came instead. */
  async unitsOf(creation: Creation, verdict: Verdict): Promise<readonly Unit[]> {
    if (verdict.is !== 'done') throw new Error(`it is ${textOf(verdict)}, and not done`)
    if (verdict.units !== 'separate') return verdict.units
    const { adapter } = this.target
    const doneCreate = { ...creation, theirs: verdict.theirs }
    let call = adapter.codes?.(doneCreate, this.account())
    for (let attempt = 0; call && attempt < LOOK_UPS_MAX; attempt += 1) {
      const response = await this.#send(call)
      const read =
        response instanceof LostResponse
          ? 'notYet'
          : (adapter.readCodes?.(response, doneCreate) ?? [])
      if (read === 'notYet') await pause(MS_PER_SECOND).over
      else if ('odd' in read) throw new Error(read.odd)
      else if ('next' in read) call = read.next
      else return read
    }
    throw new Error('its codes do not come')
  }

  account(): AdapterAccount {
    return this.#exchange.account()
  }

  async #send(call: Call): Promise<Received> {
    return this.#exchange.send(call).catch((error: unknown) => new LostResponse(error))
  }

  #readCreate(response: Reply, creation: Creation): Verdict {
    return this.target.adapter.readCreate(response, creation, this.account())
  }

  #recordCharge({ reference }: Creation, verdict: Verdict): Verdict {
    if (verdict.is === 'done' && verdict.charged) this.charges.set(reference, verdict.charged)
    if (verdict.is === 'reversed') this.charges.delete(reference)
    return withoutSecrets(verdict, this.#exchange.secrets)
  }
}

export function sumsOf(all: Iterable<Money>): Sums {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of all) {
    sums.set(currency, (sums.get(currency) ?? 0n) + scaledOf(amount))
  }
  return sums
}

function lostVerdict({ why }: LostResponse): Verdict {
  return { is: 'unknown', detail: `no answer that counts: ${why}` }
}

export function textOf(verdict: Verdict): string {
  const detail = 'detail' in verdict ? ` (${verdict.detail})` : ''
  return `${verdict.is}${verdict.is === 'refused' ? ` for ${verdict.for}` : ''}${detail}`
}

function statusOf(response: Received): string {
  return response instanceof LostResponse ? response.why : `it answered ${response.status}`
}

function newReference({ manifest }: Adapter): string {
  const hex = randomBytes(16).toString('hex')
  const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const batch = { partnerId: 1, orderNo: 1, batchNo: 1 }
  return referenceThere({ ...batch, reference: uuid }, manifest.referenceForm)
}

async function readCatalog(adapter: Adapter, exchange: Exchange): Promise<Listing[]> {
  const listings: Listing[] = []
  let cursor: string | undefined
  do {
    const response = await exchange.send(adapter.catalog(exchange.account(), cursor), CATALOG_PAGE)
    const page = adapter.readCatalog(response, cursor)
    if (!page) throw new Error(`the catalog cannot be read: it answered ${response.status}`)
    if (adapter.manifest.isSpecifiedHere) requireAllRead(response, page.listings)
    listings.push(...page.listings)
    if (listings.length > LISTINGS_MAX) throw new Error('the catalog does not end')
    cursor = page.cursor
  } while (cursor !== undefined)
  return listings
}

/**
 * Throws an Error if listings cannot be read. The mirror leaves these out, but the author of a
 * plug-in must know of them.
 */
function requireAllRead({ json }: Reply, read: readonly Listing[]): void {
  const names = new Set(read.map(({ listing }) => listing))
  const missing = listAt(json, 'listings').filter((one) => !names.has(textAt(one, 'listing') ?? ''))
  if (missing.length === 0) return
  const name = missing.map((one) => textAt(one, 'listing')).find((one) => one !== undefined)
  const which = name === undefined ? '' : `, such as ${name}`
  throw new Error(
    `listings without what they need: ${missing.length}${which}; ` +
      'each has listing, currency, productType and faceValues, as texts',
  )
}

function creationFor(
  { listing: requestedId, recipient }: TestTarget,
  listings: readonly Listing[],
): Creation {
  const chosen = listings.find(({ listing, isOnSale }) =>
    requestedId === undefined ? isOnSale : listing === requestedId,
  )
  if (!chosen) throw new Error(`the catalog has no listing ${requestedId ?? 'that is on sale'}`)
  const { settings, productType, currency, faceValues } = chosen
  const amount = 'min' in faceValues ? faceValues.min : faceValues[0]
  if (amount === undefined) throw new Error(`the listing ${chosen.listing} has no face value`)
  return {
    reference: '',
    theirs: undefined,
    productType,
    settings,
    faceValue: { amount, currency },
    units: 1,
    recipient,
    offer: {},
  }
}
