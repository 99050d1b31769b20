import { Type, type Static } from 'typebox'
import { recordAudit } from '../../audit/mod.ts'
import type { Product } from '../../catalog/mod.ts'
import { readLine, wireAmount, readAmount, readCurrency } from '../../core/mod.ts'
import { transact, type Db } from '../../db/mod.ts'
import {
  insertLotCost,
  listLotCosts,
  lockLotCosts,
  planLotCost,
  type LotCost,
  type LotName,
  type PlannedLotCost,
  type RecordedLotCost,
} from '../../inventory/mod.ts'
import { effectOfCost, type CostEffect } from '../../reports/mod.ts'
import { Decimal, Instant, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { flag } from '../queries/query.ts'
import { created, ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { amountOf, codeOf, optionalAmountOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { optionalInstant } from '../shapes/wire-fields.ts'
import { existingLot } from './lots.ts'
import { Reason } from '../shapes/reason.ts'

const faceValue = Type.Optional(
  Decimal('The face value that it is for, in major units of `currency`; all of the lot if absent'),
)
const supplier = Type.Optional(Text('Who sold the lot to us'))

/** A cost of a lot of this product. */
interface CostOf extends LotCost {
  readonly product: Product
}

const TermsView = view<CostOf>()({
  faceValue: [
    faceValue,
    ({ faceValueMinor: minor, product }) =>
      minor === undefined ? undefined : wireAmount(minor, product.currency),
  ],
  currency: [fields.currency, codeOf],
  unitCost: [fields.unitCost, amountOf('unitCostMinor')],
  purchaseOrder: Type.Optional(fields.purchaseOrder),
  supplier,
  effectiveAt: Type.Optional(
    Instant(
      'When it comes into force; if absent, it is for all codes that were delivered without a cost',
    ),
  ),
  corrects: Type.Optional(Whole('The number of the cost that it corrects')),
})

/** The content of a cost, whether it is recorded or not. */
const ContentView = view<CostOf>()({
  ...TermsView.fields,
  reason: Type.Optional(Text('Why it was recorded')),
  recordedAt: fields.recordedAt,
  recordedBy: fields.recordedBy,
})

const LotCostView = view<RecordedLotCost & CostOf>()(
  {
    costNo: Whole('The number of the cost'),
    ...ContentView.fields,
    correctedBy: Type.Optional(Whole('The number of the cost that corrects this one')),
  },
  { title: 'LotCost' },
)

const EffectView = view<CostEffect>()(
  {
    currency: [fields.currency, codeOf],
    orders: Whole('Number of orders with such codes'),
    codes: Whole('Number of delivered codes whose cost changes'),
    costBefore: [
      Type.Optional(
        Decimal('Former cost of the codes, in major units of `currency`; absent if unknown'),
      ),
      optionalAmountOf('costBeforeMinor'),
    ],
    costAfter: [
      Type.Optional(
        Decimal('New cost of the codes, in major units of `currency`; absent if unknown'),
      ),
      optionalAmountOf('costAfterMinor'),
    ],
    marginChange: [
      Type.Optional(
        Decimal(
          'Increase of the margin, in major units of `currency`; absent if a cost is unknown',
        ),
      ),
      marginChangeOf,
    ],
  },
  { title: 'LotCostEffect' },
)

function marginChangeOf({ currency, costBeforeMinor: before, costAfterMinor: after }: CostEffect) {
  if (before === undefined || after === undefined) return undefined
  return wireAmount(before - after, currency)
}

const RecordedShape = Type.Object(
  {
    costNo: Type.Optional(Whole('The number of the cost; absent from a dry run')),
    ...ContentView.schema.properties,
    dryRun: fields.dryRun,
    effects: Type.Array(EffectView.schema, {
      description: 'Its effects on the margin of codes that were delivered already',
    }),
  },
  { title: 'NewlyRecordedLotCost' },
)

const COST_NOS = { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }

const NewLotCost = Type.Object(
  {
    currency: fields.currency,
    unitCost: fields.unitCost,
    faceValue,
    purchaseOrder: Type.Optional(fields.purchaseOrder),
    supplier,
    effectiveAt: Type.Optional(
      Text(
        'When it comes into force, with an offset. Unless given: now, or for a correction the ' +
          'time of the corrected cost. A time in the past needs a reason',
      ),
    ),
    corrects: Type.Optional(
      Whole('The number of the cost that it corrects. A correction needs a reason', COST_NOS),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'NewLotCost' },
)

const NAME_LENGTH_MAX = 200

function readCost(body: Static<typeof NewLotCost>, product: Product) {
  const currency = readCurrency('currency', body.currency)
  const { faceValue: face, corrects, effectiveAt, reason } = body
  return {
    faceValueMinor:
      face === undefined
        ? undefined
        : readAmount('faceValue', face, { currency: product.currency }),
    currency,
    unitCostMinor: readAmount('unitCost', body.unitCost, { currency, zero: 'allowed' }),
    purchaseOrder: optionalName('purchaseOrder', body.purchaseOrder),
    supplier: optionalName('supplier', body.supplier),
    effectiveAt: optionalInstant('effectiveAt', effectiveAt),
    corrects: corrects === undefined ? undefined : BigInt(corrects),
    reason,
  }
}

function optionalName(field: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : readLine(field, text, NAME_LENGTH_MAX)
}

/** Returns the cost to record, and its effects on delivered codes. */
async function planWithEffects(
  db: Db,
  name: LotName,
  newCost: Parameters<typeof planLotCost>[2],
): Promise<PlannedLotCost & { readonly effects: ReturnType<typeof EffectView.body>[] }> {
  const { before, cost } = await planLotCost(db, name, newCost)
  return { before, cost, effects: (await effectOfCost(db, name, cost)).map(EffectView.body) }
}

const createLotCostRoute = operatorRoute('POST /admin/v1/products/{productId}/lots/{lot}/costs', {
  permission: 'costs:write',
  operationId: 'createLotCost',
  success: [200, 201],
  refuses: ['state_conflict'],
  summary: 'Records what a unit of a lot cost, for all its face values or one of them',
  description:
    'Units that are delivered from `effectiveAt` on have this cost, unless they have one ' +
    'already. Only a correction changes the cost of delivered units: it replaces the cost that ' +
    'it `corrects`, which stays in the list, and copies the fields that it leaves out. A dry run ' +
    'responds alike and records nothing.',
  query: { dryRun: flag() },
  body: NewLotCost,
  response: Type.Object({ data: RecordedShape }),
  async handle({ params, query: { dryRun }, body, actor }, context) {
    const { db, clock } = context
    const { name, product } = await existingLot(context, params)
    const read = { ...readCost(body, product), recordedBy: actor.name }
    if (dryRun) {
      const { cost, effects } = await planWithEffects(db, name, {
        ...read,
        recordedAt: clock.now(),
      })
      return ok({ data: { ...ContentView.body({ ...cost, product }), dryRun, effects } })
    }
    const data = await transact(db, async (tx) => {
      await lockLotCosts(tx)
      const at = clock.now()
      const { before, cost, effects } = await planWithEffects(tx, name, { ...read, recordedAt: at })
      const costNo = Number(await insertLotCost(tx, name, cost))
      recordAudit(tx, {
        actor,
        action: before ? 'lot.correct_cost' : 'lot.cost',
        target: `lot:${name.productId}:${name.lot}`,
        valueOut: 'none',
        reason: body.reason,
        before: before && withoutUndefined(TermsView.body({ ...before, product })),
        after: withoutUndefined({ costNo, ...TermsView.body({ ...cost, product }), effects }),
        at,
      })
      return { costNo, ...ContentView.body({ ...cost, product }), dryRun, effects }
    })
    return created({ data })
  },
})

/** Removes undefined members. */
function withoutUndefined(shown: object) {
  return JSON.parse(JSON.stringify(shown))
}

const listLotCostsRoute = operatorRoute('GET /admin/v1/products/{productId}/lots/{lot}/costs', {
  permission: 'costs:read',
  operationId: 'listLotCosts',
  summary: 'Lists the costs of a lot, the latest first',
  description: 'A corrected cost stays in the list, and names the cost that corrects it.',
  response: Type.Object({ data: Type.Array(LotCostView.schema, { description: 'The result' }) }),
  async handle({ params }, context) {
    const { name, product } = await existingLot(context, params)
    const costs = await listLotCosts(context.db, name)
    return ok({ data: costs.map((cost) => LotCostView.body({ ...cost, product })) })
  },
})

export const lotCostRoutes = [createLotCostRoute, listLotCostsRoute]
