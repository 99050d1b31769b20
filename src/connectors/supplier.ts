import type { ProductType } from '../catalog/mod.ts'
import { formatAmount, groupBy, MS_PER_SECOND, storedCurrency, randomUUID } from '../core/mod.ts'
import { maybeRow, transact, type Tx } from '../db/mod.ts'
import {
  type IssueOutcome,
  type IssueRequest,
  keyText,
  type Settings,
  type SettingsFault,
  type Supplier,
} from '../supply/mod.ts'
import { type SpanStart, traced, type Tracing } from '../telemetry/mod.ts'
import { readAccounts, shareVersion } from './account-rows.ts'
import type { Adapter, Fields } from './adapter.ts'
import { requestOffer, offerFault } from './request-offer.ts'
import { buyPart } from './buy-part.ts'
import type { BuyContext, PartOutcome } from './buying.ts'
import { FirstChecks } from './check-first.ts'
import type { Connection, Connections } from './connections.ts'
import { type Create, insertCreate, lastCreates, toCreate } from './create-rows.ts'
import {
  buysFace,
  healthyOffers,
  listingObstacle,
  listingState,
  type ListingStates,
  readListingStates,
} from './listing-state.ts'
import { outcomeOfParts, type Part } from './outcome-of-parts.ts'
import { productTypes } from './product-types.ts'
import { fieldsFault, readFields } from './read-fields.ts'
import { insertTombstones, lockCreates, releaseCreates } from './release-rows.ts'
import { openUnits } from './units.ts'

export interface ConnectorOptions extends BuyContext {
  readonly connections: Connections
  readonly tracing?: Tracing | undefined
}

/** How many batches of one call, and creates of one batch, are advanced concurrently. */
const BATCHES_AT_ONCE = 8
const PARTS_AT_ONCE = 4
/** After this time, a call begins no further batch: the next call does. */
const CALL_MS_MAX = 10 * MS_PER_SECOND

/**
 * Buys by an adapter. Each create has a row before anything is sent, so it is found again after any
 * failure. `lookUp` is the same as `issue`: both continue from the state of the rows. See
 * docs/decisions/connectors.md.
 */
export function createConnector(adapter: Adapter, own: ConnectorOptions): Supplier {
  const options = { ...own, checks: new FirstChecks(own.clock) }
  const advance = (requests: readonly IssueRequest[]): Promise<IssueOutcome[]> =>
    advanceAll(adapter, options, requests)
  return {
    name: adapter.manifest.name,
    issue: advance,
    lookUp: advance,
    release: (requests) => release(options, requests),
    offer: (question) => requestOffer(adapter, options, question),
    accountOf: ({ account }) => (typeof account === 'string' ? account : ''),
    availability: (db, offers, now) =>
      healthyOffers(db, offers, { adapter: adapter.manifest.name, now }),
    validateSettings: (tx, settings) => validateSettings(tx, adapter, settings),
  }
}

type Options = ConnectorOptions & { readonly checks: FirstChecks }

async function advanceAll(
  adapter: Adapter,
  options: Options,
  requests: readonly IssueRequest[],
): Promise<IssueOutcome[]> {
  const { db, clock, connections } = options
  const all = await connections.all()
  const rows = await db.rows(lastCreates(requests))
  await options.vault.prepare(rows.flatMap(({ kept }) => kept ?? []))
  const creates = groupBy(rows.map(toCreate), keyText)
  const types = await productTypes(db, requests)
  const listings = await readListingStates(db, requests)
  const beginUntil = clock.monotonic() + CALL_MS_MAX
  const outcomes: IssueOutcome[] = requests.map(() => ({
    outcome: 'pending',
    askAgainInSeconds: 1,
  }))
  const waiting = requests.entries()
  const work = async (): Promise<void> => {
    for (const [at, request] of waiting) {
      if (clock.monotonic() > beginUntil) return
      const own = creates.get(keyText(request)) ?? []
      const productType = types.get(request.productId) ?? 'GIFT_CARD'
      const batch = { request, productType, listings, connections: all, creates: own, beginUntil }
      outcomes[at] = await traced(options.tracing, spanOf(request), () =>
        new Batch(adapter, options, batch).advance(),
      )
    }
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work))
  return outcomes
}

/** Each purchase has a span in the trace of its order, because a call may serve several orders. */
function spanOf({ partnerId, traceparent }: IssueRequest): SpanStart {
  const start = { name: 'purchase', attributes: { 'tessera.partner_id': partnerId } }
  return traceparent === undefined ? start : { ...start, continues: () => [traceparent] }
}

interface BatchState {
  readonly request: IssueRequest
  readonly productType: ProductType
  readonly listings: ListingStates
  readonly connections: readonly Connection[]
  readonly creates: readonly Create[]
  /** By the monotonic clock. */
  readonly beginUntil: number
}

/** One batch of an order: its parts, each of at most as many units as one create may have. */
class Batch {
  readonly #adapter: Adapter
  readonly #options: Options
  readonly #state: BatchState

  constructor(adapter: Adapter, options: Options, state: BatchState) {
    this.#adapter = adapter
    this.#options = options
    this.#state = state
  }

  async advance(): Promise<IssueOutcome> {
    const { request, creates, beginUntil } = this.#state
    if (creates.some(({ released }) => released)) {
      return { outcome: 'refused', reason: 'the batch was released' }
    }
    const parts = this.#parts()
    let isRefused = false
    const waiting = parts.values()
    const work = async (): Promise<void> => {
      for (const part of waiting) {
        const isOpen = part.create !== undefined && mayStillDeliver(part.create)
        const isLate = this.#options.clock.monotonic() > beginUntil
        // Once the supplier has refused a part, nothing more is bought for the batch.
        if (part.outcome || isLate || (isRefused && !isOpen)) continue
        part.outcome = await this.#advancePart(part)
        if (part.outcome.is === 'refused') isRefused = true
      }
    }
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, work))
    return outcomeOfParts(parts, request.quantity)
  }

  /** Returns the parts of the batch: those of earlier creates, and those still to be bought. */
  #parts(): Part[] {
    const { request, creates } = this.#state
    const { vault } = this.#options
    const parts: Part[] = []
    for (let firstUnit = 1; firstUnit <= request.quantity;) {
      const create = creates.find((one) => one.firstUnit === firstUnit)
      const quantity = create && mayHaveUnits(create) ? create.quantity : this.#sizeOf(firstUnit)
      const units = create?.status === 'DONE' ? create.kept : undefined
      const outcome: PartOutcome | undefined =
        create && units ? { is: 'done', units: openUnits(vault, create, units) } : undefined
      parts.push({ firstUnit, quantity, create, outcome })
      firstUnit += quantity
    }
    return parts
  }

  /**
   * Returns the size of a new part. It ends before the next part that was bought or may have been:
   * creates at another supplier may have had other sizes.
   */
  #sizeOf(firstUnit: number): number {
    const { request, creates } = this.#state
    const next = creates.find((one) => one.firstUnit > firstUnit && mayHaveUnits(one))
    const freeUnits = (next?.firstUnit ?? request.quantity + 1) - firstUnit
    return Math.min(this.#adapter.manifest.unitsPerCreate, freeUnits)
  }

  async #advancePart(part: Part): Promise<PartOutcome> {
    const { request, productType, connections } = this.#state
    if (part.create && mayStillDeliver(part.create)) {
      const { accountId } = part.create
      const own = connections.find(({ account }) => account.accountId === accountId)
      if (!own) return { is: 'unknown', reason: 'the account of a create is not there' }
      const buying = {
        request,
        productType,
        create: part.create,
        connection: own,
        isSendable: true,
      }
      return buyPart(this.#options, buying)
    }
    return this.#begin(part)
  }

  async #begin(part: Part): Promise<PartOutcome> {
    const { request, productType, listings, connections } = this.#state
    const { account: name, fields } = readFields(request.settings)
    const { name: adapterName } = this.#adapter.manifest
    const connection = connections.find(
      ({ account }) => account.adapter === adapterName && account.name === name,
    )
    if (!connection?.account.active) {
      const reason = `the account ${adapterName}:${name} is not active`
      return { is: 'refused', for: 'request', reason }
    }
    const face = formatAmount(request.faceValueMinor, storedCurrency(request.currency))
    if (!buysFace(request.settings, face)) {
      return { is: 'refused', for: 'amount', reason: `${face} is not bought here` }
    }
    // This refusal is temporary: the next supplier is tried, and then this one again.
    const { accountId } = connection.account
    const state = listingState(listings, accountId, request.settings)
    const obstacle = listingObstacle(state, request.productId)
    if (obstacle !== undefined) return { is: 'refused', for: 'listing', reason: obstacle }
    const notOurs = offerFault(request.offer, connection.account)
    if (notOurs !== undefined) return { is: 'refused', for: 'request', reason: notOurs }
    const fault = fieldsFault(this.#adapter.manifest.settings, fields)
    if (fault) {
      return { is: 'refused', for: 'request', reason: `settings.${fault.field} ${fault.fault}` }
    }
    const faceValue = { amount: face, currency: request.currency }
    const { checks } = this.#options
    const unavailable = await checks.obstacle(connection, { settings: fields, faceValue })
    if (unavailable) return { is: 'refused', for: unavailable.for, reason: unavailable.detail }
    const create = await this.#insert(part, connection, fields)
    if (!create) return { is: 'open', seconds: 1, reason: undefined }
    return buyPart(this.#options, { request, productType, create, connection, isSendable: true })
  }

  /**
   * Returns the row of a new create; undefined if another worker was first, or if the account has
   * changed.
   */
  async #insert(
    { firstUnit, quantity, create: last }: Part,
    { account }: Connection,
    settings: Fields,
  ): Promise<Create | undefined> {
    const { db, clock } = this.#options
    const insert = insertCreate({
      request: this.#state.request,
      accountId: account.accountId,
      firstUnit,
      createNo: (last?.createNo ?? 0) + 1,
      quantity,
      settings,
      reference: randomUUID(),
      now: clock.now(),
    })
    const row = this.#adapter.manifest.identity
      ? await transact(db, async (tx) => {
          const isSame = await maybeRow(tx, shareVersion(account))
          return isSame && maybeRow(tx, insert)
        })
      : await maybeRow(db, insert)
    return row && toCreate(row)
  }
}

function mayStillDeliver({ status }: Create): boolean {
  return status === 'PLACING' || status === 'PLACED'
}

/** True if the batch has units of a create, or may get some. */
function mayHaveUnits(create: Create): boolean {
  return create.status === 'DONE' || mayStillDeliver(create)
}

/** Prevents further purchases for these batches. Earlier purchases are settled later. */
async function release(
  { db, clock }: ConnectorOptions,
  requests: readonly IssueRequest[],
): Promise<void> {
  await transact(db, async (tx) => {
    await tx.rows(insertTombstones(requests, clock.now()))
    await tx.rows(lockCreates(requests))
    await tx.rows(releaseCreates(requests, clock.now()))
  })
}

/** Checks that the settings name a registered account, and fit the schema of the adapter. */
async function validateSettings(
  tx: Tx,
  { manifest }: Adapter,
  settings: Settings,
): Promise<SettingsFault | undefined> {
  const { account, fields } = readFields(settings)
  const accounts = await readAccounts(tx)
  const isKnown = accounts.some((one) => one.adapter === manifest.name && one.name === account)
  if (!isKnown) {
    const fault = `must be the name of an account at ${manifest.name} that is registered`
    return { field: 'account', fault }
  }
  return fieldsFault(manifest.settings, fields)
}
