import type { ProductType } from '../catalog/mod.ts'
import type { OfferQuestion, SupplierOffer, Texts } from '../supply/mod.ts'
import { type AccountName, accountText } from './account-rows.ts'
import type { Adapter, Fields } from './adapter.ts'
import type { Connections } from './connections.ts'
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
  return (
    offer && {
      ...offer,
      fields: { ...offer.fields, [OFFERED_BY]: accountText(connection.account) },
    }
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
