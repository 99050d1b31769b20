import type { ProductType } from '../catalog/mod.ts'
import type { OfferQuestion, SupplierOffer } from '../supply/mod.ts'
import type { Adapter } from './adapter.ts'
import type { Connections } from './connections.ts'
import { readFields } from './read-fields.ts'

/** Asks what a supplier would deliver. Undefined if it does not say, or does not respond. */
export async function askOffer(
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
  const answer = call && (await connection.exchange.send(call).catch(() => undefined))
  return answer && adapter.readOffer(answer, request)
}
