import { Type } from 'typebox'
import { dayText } from '../../core/mod.ts'
import { cardPrefix } from '../../exports/mod.ts'
import type { OpenedItems } from '../../fulfillment/mod.ts'
import { type Order, orderId } from '../../orders/mod.ts'
import { decodeCodes } from '../../supply/mod.ts'
import { Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { Metadata } from '../shapes/metadata.ts'

export const ItemShape = Type.Object(
  {
    itemNo: fields.itemNo,
    productId: fields.productId,
    brand: fields.brand,
    currency: Text('The currency of the code, as ISO 4217 code'),
    faceValue: fields.faceValue,
    cardIdentifier: fields.cardIdentifier,
    giftCardNumber: fields.giftCardNumber,
    giftCardPin: Type.Optional(fields.giftCardPin),
    barCodeNumber: Type.Optional(fields.barCodeNumber),
    redemptionUrl: Type.Optional(fields.redemptionUrl),
    itemReference: Type.Optional(fields.itemReference),
    metadata: Type.Optional(Metadata),
    expiresAt: Type.Optional(
      Text('The day from which on it is no longer valid, in UTC, as YYYY-MM-DD; absent if unknown'),
    ),
  },
  { title: 'Item' },
)

/** Converts items. Fields that do not apply to a code are left out. */
export function itemsOf(order: Order, { line, firstItemNo, codes, expiresMs }: OpenedItems) {
  const { productId, brand, currency, faceValue, itemReference, metadata } = line
  const card = cardPrefix(orderId(order))
  const expiresAt = expiresMs === undefined ? undefined : dayText(expiresMs)
  return decodeCodes(codes).map((code, at) => ({
    itemNo: firstItemNo + at,
    productId,
    brand,
    currency: currency.code,
    faceValue,
    cardIdentifier: `${card}${firstItemNo + at}`,
    giftCardNumber: code.giftCardNumber,
    giftCardPin: code.giftCardPin || undefined,
    barCodeNumber: code.barCodeNumber || undefined,
    redemptionUrl: code.redemptionUrl || undefined,
    itemReference,
    metadata,
    expiresAt,
  }))
}
