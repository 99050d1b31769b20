import { Type, type Static } from 'typebox'
import type { Config } from '../../settings/mod.ts'
import {
  formatAmount,
  invalidField,
  storedCurrency,
  wireAmount,
  type Currency,
  type MinorUnits,
  readAmount,
} from '../../core/mod.ts'
import { parseTransferId } from '../../ledger/mod.ts'
import { deposit, type FundsMoved, reverse } from '../../partners/mod.ts'
import { created } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'
import { Reason } from '../shapes/reason.ts'
import { Decimal, Text } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { view } from '../shapes/view.ts'

/**
 * A deposit or a reversal. `funds` is the balance right after it, before orders are suspended or
 * resumed.
 */
const FundsMovedView = view<FundsMoved>()(
  {
    transferId: fields.transferId,
    currency: fields.currency,
    amount: [
      Decimal('Amount that moved, in major units of `currency`; below zero for a reversal'),
      (moved) => wireAmount(moved.amountMinor, storedCurrency(moved.currency)),
    ],
    funds: [fields.funds, (moved) => wireAmount(moved.fundsMinor, storedCurrency(moved.currency))],
  },
  { title: 'FundsMoved' },
)

/** `confirm` repeats the amount. */
const NewDeposit = Type.Object(
  {
    currency: fields.currency,
    amount: Decimal('The amount, above 0, in major units of `currency`'),
    reference: Text('Idempotency key: writes with the same reference are done once'),
    confirm: Type.Optional(
      Decimal('The same amount once more, for a deposit above TESSERA_CONFIRMED_DEPOSITS'),
    ),
  },
  { title: 'NewDeposit' },
)
export type NewDepositBody = Static<typeof NewDeposit>

/** Reads the amount of a deposit. Refuses invalid_request. */
export function readDeposit(
  body: NewDepositBody,
  { confirmedDeposits }: Pick<Config, 'confirmedDeposits'>,
) {
  const currency = readStoredCurrency('currency', body.currency)
  const amountMinor = readAmount('amount', body.amount, { currency })
  requireConfirmed({ amountMinor, currency }, body.confirm, confirmedDeposits)
  return { currency, amountMinor }
}

const createDepositRoute = operatorRoute('POST /admin/v1/partners/{partnerId}/deposits', {
  permission: 'funds:write',
  approval: 'deposits',
  operationId: 'createDeposit',
  success: [201],
  refuses: ['reference_conflict', 'balance_limit'],
  summary: "Adds to a partner's funds",
  description:
    'The same reference and payload returns the first response. An amount above that of ' +
    'TESSERA_CONFIRMED_DEPOSITS needs `confirm`.',
  body: NewDeposit,
  response: Type.Object({ data: FundsMovedView.schema }),
  async handle({ params, body, actor }, { ledger, config }) {
    const { currency, amountMinor } = readDeposit(body, config)
    const moved = await deposit(ledger, {
      partnerId: Number(params.partnerId),
      currency: currency.code,
      amountMinor,
      reference: body.reference,
      actor,
    })
    return created({ data: FundsMovedView.body(moved) })
  },
})

/** Refuses a confirmation that differs from the amount, and a large amount without one. */
function requireConfirmed(
  { amountMinor, currency }: { readonly amountMinor: MinorUnits; readonly currency: Currency },
  confirm: number | undefined,
  limits: ReadonlyMap<string, MinorUnits> | undefined,
): void {
  const limit = limits?.get(currency.code)
  if (confirm === undefined) {
    if (limit === undefined || amountMinor <= limit) return
    const above = `${formatAmount(limit, currency)} ${currency.code}`
    throw invalidField('confirm', `must repeat the amount of a deposit above ${above}`)
  }
  if (readAmount('confirm', confirm, { currency }) !== amountMinor) {
    throw invalidField('confirm', 'must be the same as amount')
  }
}

const NewReversal = Type.Object(
  {
    depositId: Type.Optional(fields.depositId),
    currency: fields.currency,
    amount: Decimal('The amount, above 0, in major units of `currency`'),
    reference: Text('Idempotency key: writes with the same reference are done once'),
    reason: Reason,
  },
  { title: 'NewReversal' },
)
export type NewReversalBody = Static<typeof NewReversal>

/** Reads the amount of a reversal, and its deposit if it names one. Refuses invalid_request. */
export function readReversal(partnerId: number, body: NewReversalBody) {
  const currency = readStoredCurrency('currency', body.currency)
  return {
    currency,
    depositNo: readDepositNo(partnerId, body.depositId),
    amountMinor: readAmount('amount', body.amount, { currency }),
  }
}

/** Reads the id of a deposit. Another partner's deposit is refused like an unknown one. */
function readDepositNo(partnerId: number, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const name = parseTransferId(text)
  if (name?.partnerId === partnerId) return name.number
  throw invalidField('depositId', 'is not a deposit of this partner')
}

const createReversalRoute = operatorRoute('POST /admin/v1/partners/{partnerId}/reversals', {
  permission: 'funds:write',
  approval: 'reversals',
  operationId: 'createReversal',
  success: [201],
  refuses: ['reference_conflict', 'balance_limit', 'state_conflict'],
  summary: 'Takes back a deposit: at most its remainder, if `depositId` names it',
  description: 'The funds may go below zero, which suspends orders.',
  body: NewReversal,
  response: Type.Object({ data: FundsMovedView.schema }),
  async handle({ params, body, actor }, { ledger }) {
    const partnerId = Number(params.partnerId)
    const { currency, ...reversal } = readReversal(partnerId, body)
    const moved = await reverse(ledger, {
      partnerId,
      ...reversal,
      currency: currency.code,
      reference: body.reference,
      reason: body.reason,
      actor,
    })
    return created({ data: FundsMovedView.body(moved) })
  },
})

export const fundingRoutes = [createDepositRoute, createReversalRoute]
