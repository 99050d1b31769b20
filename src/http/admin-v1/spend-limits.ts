import { Type, type Static } from 'typebox'
import {
  invalidField,
  storedCurrency,
  wireAmount,
  type Currency,
  type MinorUnits,
  readAmount,
} from '../../core/mod.ts'
import { getPartner, listSpendLimits, setSpendLimit, type SpendLimit } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'
import { Reason } from '../shapes/reason.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

function amountField(what: string) {
  const description = `${what}, in major units of \`currency\`; null: no limit`
  return Type.Union([Type.Number(), Type.Null()], { description })
}

const PER_DAY = amountField('Spend limit of one UTC day')
const PER_MONTH = amountField('Spend limit of one UTC month')

/** `clientId` is null for all credentials of the partner together. Null amounts: no limit. */
const SpendLimitView = view<SpendLimit>()(
  {
    clientId: [
      Type.Union([Type.String(), Type.Null()], {
        description: 'The credential, a UUID; null: all of the partner together',
      }),
      (limit) => limit.clientId ?? null,
    ],
    currency: fields.currency,
    perDay: [PER_DAY, (limit) => amountOf(limit, limit.day?.limitMinor)],
    spentToday: [
      amountField('Amount spent on this UTC day'),
      (limit) => amountOf(limit, limit.day?.spentMinor),
    ],
    perMonth: [PER_MONTH, (limit) => amountOf(limit, limit.month?.limitMinor)],
    spentThisMonth: [
      amountField('Amount spent in this UTC month'),
      (limit) => amountOf(limit, limit.month?.spentMinor),
    ],
  },
  { title: 'SpendLimit' },
)

function amountOf({ currency }: SpendLimit, minor: MinorUnits | undefined): number | null {
  return minor === undefined ? null : wireAmount(minor, storedCurrency(currency))
}

const NewSpendLimit = Type.Object(
  {
    clientId: Type.Optional(fields.clientId),
    currency: fields.currency,
    perDay: Type.Optional(PER_DAY),
    perMonth: Type.Optional(PER_MONTH),
    reason: Type.Optional(Reason),
  },
  { title: 'NewSpendLimit' },
)
export type NewSpendLimitBody = Static<typeof NewSpendLimit>

/** Reads the limits. Refuses invalid_request. */
export function readSpendLimit(body: NewSpendLimitBody) {
  const currency = readStoredCurrency('currency', body.currency)
  const perDayMinor = readLimit('perDay', body.perDay, currency)
  const perMonthMinor = readLimit('perMonth', body.perMonth, currency)
  if (perDayMinor === undefined && perMonthMinor === undefined) {
    throw invalidField('perDay', 'is required without perMonth')
  }
  return { currency, perDayMinor, perMonthMinor }
}

const putSpendLimitRoute = operatorRoute('PUT /admin/v1/partners/{partnerId}/spend-limits', {
  permission: 'funds:write',
  approval: 'limits',
  operationId: 'putSpendLimit',
  summary:
    'Sets what a partner, or one of its credentials, may spend of a currency in a UTC day ' +
    'and month',
  description: 'Null removes a limit; one that is absent stays as it is.',
  body: NewSpendLimit,
  response: Type.Object({ data: SpendLimitView.schema }),
  async handle({ params, body, actor }, { db, ledger }) {
    const limits = readSpendLimit(body)
    const { clientId, reason } = body
    const partnerId = Number(params.partnerId)
    const limit = { partnerId, clientId, ...limits, actor, reason }
    return ok({ data: SpendLimitView.body(await setSpendLimit({ db, ledger }, limit)) })
  },
})

function readLimit(
  field: string,
  amount: number | null | undefined,
  currency: Currency,
): MinorUnits | null | undefined {
  if (amount === undefined || amount === null) return amount
  return readAmount(field, amount, { currency, zero: 'allowed' })
}

const listSpendLimitsRoute = operatorRoute('GET /admin/v1/partners/{partnerId}/spend-limits', {
  permission: 'funds:read',
  operationId: 'listSpendLimits',
  summary: 'Lists the spend limits of a partner: its own first, then those of its credentials',
  response: Type.Object({ data: Type.Array(SpendLimitView.schema, { description: 'The result' }) }),
  async handle({ params }, { db, clock }) {
    const { partnerId } = await getPartner(db, Number(params.partnerId))
    const limits = await listSpendLimits(db, partnerId, clock.now())
    return ok({ data: limits.map(SpendLimitView.body) })
  },
})

export const spendLimitRoutes = [putSpendLimitRoute, listSpendLimitsRoute]
