import { refundAmount } from '../../cases/mod.ts'
import {
  formatAmount,
  minorUnits,
  type Currency,
  type MinorUnits,
  readAmount,
} from '../../core/mod.ts'
import { creditsLeft, findCreditImport } from '../../credit-imports/mod.ts'
import { linkId, statusOf } from '../../links/mod.ts'
import { readFunds } from '../../movements/mod.ts'
import { getPartner, listCreditLimits, listSpendLimits } from '../../partners/mod.ts'
import { readCase, readOrder, type NewCaseBody } from '../admin-v1/cases.ts'
import {
  readDeposit,
  readReversal,
  type NewDepositBody,
  type NewReversalBody,
} from '../admin-v1/funding.ts'
import { anyLink } from '../admin-v1/links.ts'
import { readSpendLimit, type NewSpendLimitBody } from '../admin-v1/spend-limits.ts'
import type { Context } from '../context.ts'
import { readStoredCurrency } from '../shapes/wire-fields.ts'
import { examine, type ExaminedChange, type WithReason } from './examination.ts'

/** An amount that is added to the funds of a partner; below zero: taken away. */
interface Move {
  readonly partnerId: number
  readonly currency: Currency
  readonly addedMinor: bigint
}

async function fundsMoved(
  { db }: Context,
  { partnerId, currency, addedMinor }: Move,
  what: Readonly<Record<string, string | number | undefined>>,
): Promise<ExaminedChange> {
  await getPartner(db, partnerId)
  const states = await readFunds(db, partnerId)
  const funds = states.find((one) => one.currency.code === currency.code)
  const nowMinor = funds?.availableMinor ?? minorUnits(0n)
  const fundsOf = (minor: bigint) => ({
    currency: currency.code,
    funds: formatAmount(minorUnits(minor), currency),
  })
  return {
    before: fundsOf(nowMinor),
    after: {
      ...fundsOf(nowMinor + addedMinor),
      amount: formatAmount(minorUnits(addedMinor), currency),
      ...what,
    },
    isMoving: true,
  }
}

const deposits = examine<NewDepositBody>(({ params, body }, context) => {
  const partnerId = Number(params['partnerId'])
  const { currency, amountMinor } = readDeposit(body, context.config)
  const move = { partnerId, currency, addedMinor: amountMinor }
  return fundsMoved(context, move, { reference: body.reference })
})

const reversals = examine<NewReversalBody>(({ params, body }, context) => {
  const partnerId = Number(params['partnerId'])
  const { currency, amountMinor } = readReversal(partnerId, body)
  const { depositId, reference } = body
  return fundsMoved(
    context,
    { partnerId, currency, addedMinor: 0n - amountMinor },
    { depositId, reference },
  )
})

/** A replacement: the old code is blocked, and a new one is issued. */
function newCode(item: Readonly<Record<string, string | number>>): ExaminedChange {
  return { before: item, after: { ...item, replaced: true } }
}

const newCases = examine<NewCaseBody>(async ({ params, body }, context) => {
  const { kind, itemNo, amount } = body
  const orderId = params['orderId'] ?? ''
  const order = await readOrder(context.db, orderId)
  if (kind !== 'refund') return newCode({ orderId, itemNo })
  const { partnerId, currency } = order
  const requestedAmount = amount === undefined ? undefined : readAmount('amount', amount, order)
  const addedMinor = await refundAmount(context.db, order, { itemNo, amountMinor: requestedAmount })
  return fundsMoved(context, { partnerId, currency, addedMinor }, { orderId, itemNo })
})

const acceptances = examine(async ({ params }, context) => {
  const { caseId, partnerId, refund, itemNo } = await readCase(context.db, params['caseId'] ?? '')
  if (!refund) return newCode({ caseId, itemNo })
  const { currency, amountMinor: addedMinor } = refund
  return fundsMoved(context, { partnerId, currency, addedMinor }, { caseId, itemNo })
})

const creditLimits = examine<{ currency: string; amount: number }>(
  async ({ params, body }, { db }) => {
    const { partnerId } = await getPartner(db, Number(params['partnerId']))
    const currency = readStoredCurrency('currency', body.currency)
    const amountMinor = readAmount('amount', body.amount, { currency, zero: 'allowed' })
    const limits = await listCreditLimits(db, partnerId)
    const limit = limits.find((one) => one.currency === currency.code)
    const limitOf = (minor: MinorUnits) => ({
      currency: currency.code,
      amount: formatAmount(minor, currency),
    })
    return {
      before: limitOf(limit?.limitMinor ?? minorUnits(0n)),
      after: limitOf(amountMinor),
    }
  },
)

const spendLimits = examine<NewSpendLimitBody>(async ({ params, body }, { db, clock }) => {
  const { partnerId } = await getPartner(db, Number(params['partnerId']))
  const { currency, perDayMinor, perMonthMinor } = readSpendLimit(body)
  const clientId = body.clientId?.toLowerCase() ?? null
  const limits = await listSpendLimits(db, partnerId, clock.now())
  const limit = limits.find(
    (one) => one.currency === currency.code && (one.clientId ?? null) === clientId,
  )
  const limitOf = (day: MinorUnits | null, month: MinorUnits | null) => ({
    clientId,
    currency: currency.code,
    perDay: day === null ? null : formatAmount(day, currency),
    perMonth: month === null ? null : formatAmount(month, currency),
  })
  const day = limit?.day?.limitMinor ?? null
  const month = limit?.month?.limitMinor ?? null
  return {
    before: limitOf(day, month),
    after: limitOf(
      perDayMinor === undefined ? day : perDayMinor,
      perMonthMinor === undefined ? month : perMonthMinor,
    ),
  }
})

const credits = examine(async ({ params }, { db }) => {
  const key = { partnerId: Number(params['partnerId']), importId: params['importId'] ?? '' }
  const { state, fileReference: reference } = await findCreditImport(db, key)
  const left = await creditsLeft(db, key)
  return {
    before: { state, reference },
    after: {
      credits: left.map(({ currency, amountMinor, rows }) => ({
        currency: currency.code,
        amount: formatAmount(amountMinor, currency),
        rows,
      })),
    },
  }
})

const reveals = examine<WithReason>(async ({ params }, { db }) => {
  const link = await anyLink(db, params['linkId'] ?? '')
  const { amountMinor, currency } = link
  const before = {
    linkId: linkId(link),
    status: statusOf(link),
    amount: `${formatAmount(amountMinor, currency)} ${currency.code}`,
    addresses: link.generation,
  }
  return { before, after: { ...before, addresses: link.generation + 1 } }
})

const releases = examine<WithReason>(async ({ params }, { db }) => {
  const link = await anyLink(db, params['linkId'] ?? '')
  const { amountMinor, currency, review } = link
  const before = {
    linkId: linkId(link),
    status: statusOf(link),
    amount: `${formatAmount(amountMinor, currency)} ${currency.code}`,
    rule: review?.reason ?? null,
  }
  return { before, after: { ...before, rule: null } }
})

export const EXAMINE_FUNDS = {
  releaseLink: releases,
  revealLink: reveals,
  startCredits: credits,
  createDeposit: deposits,
  createReversal: reversals,
  openCase: newCases,
  acceptCase: acceptances,
  putCreditLimit: creditLimits,
  putSpendLimit: spendLimits,
}
