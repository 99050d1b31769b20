import { wireAmount } from '../../core/mod.ts'
import type { Line, Order } from '../../orders/mod.ts'
import { Decimal, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'

/** The fields of a line of an order that describe its units, besides `itemReference`. */
export const orderedLineFields = {
  lineNo: Whole('The number of the line in its order, from 1'),
  productId: fields.productId,
  brand: fields.brand,
  currency: Text("The product's currency, as ISO 4217 code"),
  faceValue: Decimal("The face value of one unit, in major units of the product's `currency`"),
  quantity: fields.quantity,
  unitCost: Decimal("Cost of one unit, in major units of the order's currency"),
}

export function orderedLine({ currency }: Order, line: Line) {
  return {
    lineNo: line.lineNo,
    productId: line.productId,
    brand: line.brand,
    currency: line.currency.code,
    faceValue: wireAmount(line.faceValueMinor, line.currency),
    quantity: line.quantity,
    unitCost: wireAmount(line.unitCostMinor, currency),
    itemReference: line.itemReference,
  }
}
