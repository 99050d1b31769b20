import { Type } from 'typebox'
import type { Product } from '../../catalog/mod.ts'
import { isoTime, readLine, wireAmount } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { insertLotCost, listLotCosts, type LotCost } from '../../inventory/mod.ts'
import { recordAudit } from '../../audit/mod.ts'
import { created, ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { readAmount, readCurrency } from '../shapes/wire-fields.ts'
import { existingLot } from './lots.ts'
import { Reason } from './reason.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'

/** `faceValue` is absent if the cost is of all face values without one of their own. */
const LotCostShape = Type.Object(
  {
    faceValue: Type.Optional(
      Decimal(
        'The face value that it is for, in major units of `currency`; all of the lot if absent',
      ),
    ),
    currency: fields.currency,
    unitCost: fields.unitCost,
    purchaseOrder: Type.Optional(fields.purchaseOrder),
    supplier: Type.Optional(Text('Who sold the lot to us')),
    recordedAt: fields.recordedAt,
    recordedBy: fields.recordedBy,
  },
  { title: 'LotCost' },
)

const NewLotCost = Type.Object(
  {
    currency: fields.currency,
    unitCost: fields.unitCost,
    faceValue: Type.Optional(
      Decimal(
        'The face value that it is for, in major units of `currency`; all of the lot if absent',
      ),
    ),
    purchaseOrder: Type.Optional(fields.purchaseOrder),
    supplier: Type.Optional(Text('Who sold the lot to us')),
    reason: Type.Optional(Reason),
  },
  { title: 'NewLotCost' },
)

const NAME_LENGTH_MAX = 200

function lotCostOf(cost: LotCost, { currency }: Product) {
  const { faceValueMinor } = cost
  return {
    faceValue: faceValueMinor === undefined ? undefined : wireAmount(faceValueMinor, currency),
    currency: cost.currency.code,
    unitCost: wireAmount(cost.unitCostMinor, cost.currency),
    purchaseOrder: cost.purchaseOrder,
    supplier: cost.supplier,
    recordedAt: isoTime(cost.recordedAt),
    recordedBy: cost.recordedBy,
  }
}

const createLotCostRoute = operatorRoute('POST /admin/v1/products/{productId}/lots/{lot}/costs', {
  permission: 'costs:write',
  operationId: 'createLotCost',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Records what a unit of a lot cost, for all its face values or one of them',
  description:
    'Units that are delivered from now on have this cost, and those that were delivered ' +
    'without any.',
  body: NewLotCost,
  response: Type.Object({ data: LotCostShape }),
  async handle({ params, body, actor }, context) {
    const { name, product } = await existingLot(context, params)
    const currency = readCurrency('currency', body.currency)
    const { faceValue, purchaseOrder, supplier } = body
    const face = { currency: product.currency }
    const cost: LotCost = {
      faceValueMinor:
        faceValue === undefined ? undefined : readAmount('faceValue', faceValue, face),
      currency,
      unitCostMinor: readAmount('unitCost', body.unitCost, { currency, zero: 'allowed' }),
      purchaseOrder: optionalName('purchaseOrder', purchaseOrder),
      supplier: optionalName('supplier', supplier),
      recordedAt: context.clock.now(),
      recordedBy: actor.name,
    }
    const after = lotCostOf(cost, product)
    await transact(context.db, async (tx) => {
      await insertLotCost(tx, name, cost)
      const { recordedAt: _, recordedBy: _by, ...shown } = after
      recordAudit(tx, {
        actor,
        action: 'lot.cost',
        target: `lot:${name.productId}:${name.lot}`,
        valueOut: 'none',
        reason: body.reason,
        after: JSON.parse(JSON.stringify(shown)),
        at: cost.recordedAt,
      })
    })
    return created({ data: after })
  },
})

function optionalName(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : readLine(field, text, NAME_LENGTH_MAX)
}

const listLotCostsRoute = operatorRoute('GET /admin/v1/products/{productId}/lots/{lot}/costs', {
  permission: 'costs:read',
  operationId: 'listLotCosts',
  summary: 'Lists the costs of a lot, the latest first',
  response: Type.Object({ data: Type.Array(LotCostShape, { description: 'The result' }) }),
  async handle({ params }, context) {
    const { name, product } = await existingLot(context, params)
    const costs = await listLotCosts(context.db, name)
    return ok({ data: costs.map((cost) => lotCostOf(cost, product)) })
  },
})

export const lotCostRoutes = [createLotCostRoute, listLotCostsRoute]
