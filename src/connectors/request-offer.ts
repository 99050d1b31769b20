import type { ProductType } from '../catalog/mod.ts'
import { textFault } from '../core/mod.ts'
import type { OfferQuestion, SupplierOffer, Texts } from '../supply/mod.ts'
import { type AccountName, accountText } from './account-rows.ts'
import type { Adapter, Fields } from './adapter.ts'
import type { Connections } from './connections.ts'
import { cutText, oneLine } from './one-line.ts'
import { readFields } from './read-fields.ts'

/** The field that names the account of an offer: no other account can sell it. */
const OFFERED_BY = 'offeredBy'

/** Requests the offer of a supplier. Returns undefined if it makes none, or does not respond. */
export async function requestOffer(
  adapter: Adapter,
  { connections }: { readonly connections: Connections },
  question: OfferQuestion,
): Promise<SupplierOffer | undefined> {
  if (!adapter.offer || !adapter.readOffer) return undefined
  const { account: name, fields } = readFields(question.settings)
  const connection = (await connections.all()).find(
    ({ account }) => account.adapter === adapter.manifest.name && account.name === name,
  )
  if (!connection?.account.active) return undefined
  const { productType, recipient, currency, faceValue: amount } = question
  const request = {
    productType: productType as ProductType,
    settings: fields,
    recipient,
    faceValue: { amount, currency },
  }
  const call = adapter.offer(request, connection.exchange.account())
  const response = call && (await connection.exchange.send(call).catch(() => undefined))
  const offer = response && adapter.readOffer(response, request)
  if (!offer || !isStorable(offer.fields)) return undefined
  return {
    ...offer,
    operator: offer.operator && cutText(oneLine(offer.operator), OPERATOR_LENGTH_MAX),
    fields: { ...offer.fields, [OFFERED_BY]: accountText(connection.account) },
  }
}

const OPERATOR_LENGTH_MAX = 200
const FIELDS_MAX = 50
const FIELD_LENGTH_MAX = 2_000

/** True if the fields can be stored and sent back unchanged. */
function isStorable(fields: Fields): boolean {
  const texts = Object.entries(fields).flat()
  return (
    texts.length <= 2 * FIELDS_MAX &&
    texts.every((text) => text !== undefined && textFault(text, FIELD_LENGTH_MAX) === undefined)
  )
}

/** Returns the fault if the offer of an order belongs to another account. */
export function offerFault(offer: Texts | undefined, account: AccountName): string | undefined {
  const owner = offer?.[OFFERED_BY]
  return owner === undefined || owner === accountText(account)
    ? undefined
    : `what was ordered is the offer of ${owner}`
}

/** Returns the fields of an offer as its adapter knows them. */
export function fieldsOfOffer(offer: Fields): Fields {
  return Object.fromEntries(Object.entries(offer).filter(([name]) => name !== OFFERED_BY))
}
