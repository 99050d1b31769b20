import { type Static, Type } from 'typebox'
import { matchAhead } from '../../catalog/mod.ts'
import { recipientWalletFinder } from '../../consumers/mod.ts'
import {
  type FieldFault,
  findStoredCurrency,
  invalidFields,
  isListed,
  isUuid,
  onePerField,
  Refusal,
} from '../../core/mod.ts'
import { findLineFaults, findSizeFault, fingerprintOf, type PlaceInput } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { compileBody, requireObject, textField } from '../schema.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { newMetadata } from '../shapes/metadata.ts'

const REFERENCE_LENGTH_MAX = 255
const MIN_VALIDITY_DAYS_MAX = 3_650

/** The fields that orders and quotes have in common. */
export const priceable = {
  currency: Text('The currency of the wallet to deduct from, as ISO 4217 code'),
  items: Type.Array(
    Type.Object({
      productId: fields.productId,
      amount: Decimal(
        "The face value of a unit, in major units of the product's currency, within its bounds",
      ),
      quantity: Type.Integer({
        description:
          'Number of units: an order has up to 1,000,000, unless the operator sets another limit',
        minimum: 1,
      }),
      itemReference: Type.Optional(
        textField(
          "The partner's own reference of the line: up to 255 characters",
          REFERENCE_LENGTH_MAX,
          0,
        ),
      ),
      minValidityDays: Type.Optional(
        Type.Integer({
          description: 'Codes that are valid for fewer days are not delivered: 1 to 3,650',
          minimum: 1,
          maximum: MIN_VALIDITY_DAYS_MAX,
        }),
      ),
      metadata: Type.Optional(newMetadata("The partner's own labels of the line")),
      recipient: Type.Optional(
        Type.Unknown({
          description: 'The recipient: a text for each of the `recipientFields` of the product',
        }),
      ),
    }),
    { description: 'The lines: 1 to 1,000, unless the operator sets another limit', minItems: 1 },
  ),
}

export const NewOrderShape = Type.Object(
  {
    clientReference: textField(
      "The partner's own reference of the order: unique, 1 to 255 characters",
      REFERENCE_LENGTH_MAX,
    ),
    ...priceable,
    metadata: Type.Optional(newMetadata("The partner's own labels of the order")),
    quoteId: Type.Optional(Text('Id of a quote whose rates and prices apply')),
  },
  { title: 'NewOrder' },
)

type NewOrder = Static<typeof NewOrderShape>

const SHAPE = compileBody(NewOrderShape)

/** The input of a request to place an order. */
interface OrderRequest {
  readonly partnerId: number
  readonly body: unknown
  readonly idempotencyKey: unknown
  readonly by: Pick<PlaceInput, 'clientId' | 'simulateNoFunds' | 'actor'> & {
    readonly isTest: boolean
  }
}

/**
 * Reads a new order. Refuses invalid_request with all faults at once, whether the shape or the
 * catalog shows them: the order's own first, then those of its lines in order. If the shape is
 * right, the lines are checked when the order is placed.
 */
export async function readNewOrder(
  context: Pick<Context, 'db' | 'vault' | 'catalog' | 'config'>,
  { partnerId, body, idempotencyKey, by }: OrderRequest,
): Promise<Omit<PlaceInput, 'type'>> {
  await matchRecipients(context, body)
  const key = readIdempotencyKey(idempotencyKey)
  const { order, faults: shape } = readShape(body)
  const unknownQuote = findQuoteFault(body)
  const code = partOf(body, 'currency')
  const currency = typeof code === 'string' ? findStoredCurrency(code) : undefined
  if (order && currency && key.fault === undefined && !unknownQuote) {
    const { clientReference, items } = order
    const fingerprint = fingerprintOf(order)
    const quote = quoteOf(order)
    const { clientId, isTest, simulateNoFunds, actor } = by
    // Spreading it and then adding fields takes 6 µs more.
    return {
      clientId,
      isTest,
      simulateNoFunds,
      actor,
      clientReference,
      idempotencyKey: key.value,
      fingerprint,
      currency,
      items,
      metadata: order.metadata,
      quote,
    }
  }
  const faults = [key.fault, ...shape, unknownQuote].filter((fault) => fault !== undefined)
  const isListedOne = currency !== undefined && isListed(currency.code)
  if (!isListedOne && !faults.some(({ field }) => field === 'currency')) faults.push(NO_CURRENCY)
  const size = order && findSizeFault(order.items, sizeLimitsOf(context))
  if (size) faults.push(size)
  if (currency) {
    const { db, vault, catalog, config } = context
    const items = linesIn(body, config.orderLinesMax)
    const findRecipientWallets = recipientWalletFinder(vault)
    const sources = { catalog: await catalog.asOf(db), findRecipientWallets }
    const lines = { partnerId, isTest: by.isTest, currency, items }
    faults.push(...(await findLineFaults(db, lines, sources)))
  }
  throw invalidFields('invalid_request', inOrder(faults))
}

export function sizeLimitsOf({ config }: Pick<Context, 'config'>) {
  return { linesPerOrderMax: config.orderLinesMax, unitsPerOrderMax: config.orderUnitsMax }
}

/** An id that is not a UUID names no quote. */
function findQuoteFault(body: unknown): FieldFault | undefined {
  const quoteId = partOf(body, 'quoteId')
  if (typeof quoteId !== 'string' || isUuid(quoteId)) return undefined
  return { field: 'quoteId', message: 'names no quote, or one that has expired' }
}

function quoteOf({ quoteId, currency, items }: NewOrder): PlaceInput['quote'] {
  if (quoteId === undefined) return undefined
  return { quoteId, fingerprint: priceFingerprint({ currency, items }) }
}

/** Returns the fingerprint of the members that decide a price. Metadata is not part of it. */
export function priceFingerprint({
  currency,
  items,
}: Pick<NewOrder, 'currency' | 'items'>): Buffer {
  const priced = items.map((item) => {
    if (item.metadata === undefined) return item
    const { metadata: _, ...others } = item
    return others
  })
  return fingerprintOf({ currency, items: priced })
}

/** Matches the recipients in chunks and caches the results for the statements that follow. */
export async function matchRecipients(
  { catalog, config }: Pick<Context, 'catalog' | 'config'>,
  body: unknown,
): Promise<void> {
  const items = partOf(body, 'items')
  if (!Array.isArray(items) || items.length > config.orderLinesMax) return
  const lines = items.map((item: unknown) => ({
    productId: partOf(item, 'productId'),
    recipient: partOf(item, 'recipient'),
  }))
  if (lines.every(({ recipient }) => recipient === undefined)) return
  await matchAhead(await catalog.current(), lines)
}

const NO_CURRENCY: FieldFault = { field: 'currency', message: 'must be an active ISO 4217 code' }

/** Returns the order or the faults of its shape. Throws for a body that is not an object. */
function readShape(body: unknown): { order?: NewOrder; faults: readonly FieldFault[] } {
  requireObject(body)
  try {
    return { order: SHAPE.read(body), faults: [] }
  } catch (error) {
    const details = error instanceof Refusal ? error.extras.details : undefined
    if (!details) throw error
    return { faults: details }
  }
}

/**
 * Returns the lines that name a product, whatever else is wrong with them, or none if there are too
 * many. An invalid amount counts as 0 and the quantity as 1: their faults are already known.
 */
function linesIn(body: unknown, linesMax: number) {
  const items = partOf(body, 'items')
  if (!Array.isArray(items) || items.length > linesMax) return []
  return items.map((item: unknown) => {
    const [productId, amount] = [partOf(item, 'productId'), partOf(item, 'amount')]
    if (typeof productId !== 'number') return undefined
    const recipient = partOf(item, 'recipient')
    return { productId, amount: typeof amount === 'number' ? amount : 0, quantity: 1, recipient }
  })
}

function partOf(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null
  return isObject && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** Returns the first fault of each field: the order's own first, then those of its lines. */
function inOrder(faults: readonly FieldFault[]): FieldFault[] {
  return onePerField(faults).toSorted((one, other) => lineOf(one) - lineOf(other))
}

function lineOf({ field }: FieldFault): number {
  return Number(/^items\[(\d+)\]/.exec(field)?.[1] ?? -1)
}
