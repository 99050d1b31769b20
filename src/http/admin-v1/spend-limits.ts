import { Type } from 'typebox'
import {
  invalidField,
  storedCurrency,
  wireAmount,
  type Currency,
  type MinorUnits,
} from '../../core/mod.ts'
import { getPartner, listSpendLimits, setSpendLimit, type SpendLimit } from '../../partners/mod.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { readAmount, readPartnerId, readStoredCurrency } from '../wire-fields.ts'
import { Reason } from './reason.ts'

const Amount = Type.Union([Type.Number(), Type.Null()])

/** `clientId` is null for all credentials of the partner together. Null amounts: no limit. */
const SpendLimitShape = Type.Object(
  {
    clientId: Type.Union([Type.String(), Type.Null()]),
    currency: Type.String(),
    perDay: Amount,
    spentToday: Amount,
    perMonth: Amount,
    spentThisMonth: Amount,
  },
  { title: 'SpendLimit' },
)

function shapeOf({ clientId, currency: code, day, month }: SpendLimit) {
  const currency = storedCurrency(code)
  const amountOf = (minor: MinorUnits | undefined) =>
    minor === undefined ? null : wireAmount(minor, currency)
  return {
    clientId: clientId ?? null,
    currency: code,
    perDay: amountOf(day?.limitMinor),
    spentToday: amountOf(day?.spentMinor),
    perMonth: amountOf(month?.limitMinor),
    spentThisMonth: amountOf(month?.spentMinor),
  }
}

const NewSpendLimit = Type.Object(
  {
    clientId: Type.Optional(Type.String()),
    currency: Type.String(),
    perDay: Type.Optional(Amount),
    perMonth: Type.Optional(Amount),
    reason: Type.Optional(Reason),
  },
  { title: 'NewSpendLimit' },
)

const putSpendLimitRoute = operatorRoute('PUT /admin/v1/partners/{partnerId}/spend-limits', {
  operationId: 'putSpendLimit',
  summary:
    'Sets what a partner, or one of its credentials, may spend of a currency in a UTC day ' +
    'and month',
  description: 'Null removes a limit; one that is absent stays as it is.',
  body: NewSpendLimit,
  response: Type.Object({ data: SpendLimitShape }),
  async handle({ params, body, actor }, { db, ledger }) {
    const currency = readStoredCurrency('currency', body.currency)
    const perDayMinor = readLimit('perDay', body.perDay, currency)
    const perMonthMinor = readLimit('perMonth', body.perMonth, currency)
    if (perDayMinor === undefined && perMonthMinor === undefined) {
      throw invalidField('perDay', 'is required without perMonth')
    }
    const { clientId, reason } = body
    const partnerId = readPartnerId(params.partnerId)
    const limit = { partnerId, clientId, currency, perDayMinor, perMonthMinor, actor, reason }
    return ok({ data: shapeOf(await setSpendLimit({ db, ledger }, limit)) })
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
  operationId: 'listSpendLimits',
  summary: 'Lists the spend limits of a partner: its own first, then those of its credentials',
  response: Type.Object({ data: Type.Array(SpendLimitShape) }),
  async handle({ params }, { db, clock }) {
    const { partnerId } = await getPartner(db, readPartnerId(params.partnerId))
    const limits = await listSpendLimits(db, partnerId, clock.now())
    return ok({ data: limits.map(shapeOf) })
  },
})

export const spendLimitRoutes = [putSpendLimitRoute, listSpendLimitsRoute]
