import type { Act, ActOf, TransactAct } from '../oracle/acts.ts'
import { AMOUNT_MAX, sum, type Code } from '../oracle/facts.ts'
import { availableIn, leftOf, type OraclePartner, spendableIn } from '../oracle/partner.ts'
import { priceOf } from '../oracle/order.ts'
import { availableOf } from '../oracle/wallets.ts'

/** A line whose exact price is one of the limits of a deposit. */
export const EXACT_LINE = [3, 3, 1] as const

type EdgeAct =
  | ActOf<'deposit' | 'reverse' | 'credit limit' | 'spend limit' | 'consumer'>
  | TransactAct

export function isEdged(act: Act): act is EdgeAct {
  return 'edge' in act
}

/**
 * Moves the amount of an act to a limit of the oracle, or one minor unit beside it. Comparisons
 * that are one off show only there.
 */
export function atEdge<One extends EdgeAct>(partner: OraclePartner, act: One): One {
  const { edge, amount: drawn } = act
  const limits = edge ? limitsOf(partner, act) : []
  const limit = limits[(edge?.of ?? 0) % limits.length]
  const moved = Number(limit ?? -1n) + (edge?.by ?? 0)
  const amount = moved > 0 && moved <= AMOUNT_MAX ? moved : drawn
  return { ...act, edge: undefined, amount }
}

/** Amounts at which the outcome of an act changes. */
function limitsOf(partner: OraclePartner, act: EdgeAct): bigint[] {
  switch (act.act) {
    case 'deposit': {
      const { code } = act
      const missing = partner.orders
        .filter((one) => one.status === 'ON_HOLD' && one.code === code)
        .map(({ price, held }) => price - held - spendableIn(partner, code))
      const { lines } = partner.world.prices.price(partner, { code, lines: [EXACT_LINE] })
      const exact = sum(lines, (line) => priceOf(line, 1n)) - spendableIn(partner, code)
      return [exact, ...missing, AMOUNT_MAX - partner.funds[code].posted]
    }
    case 'reverse': {
      const { code } = act
      const named = act.of === undefined ? undefined : partner.deposits[act.of]?.left
      return [
        named ?? spendableIn(partner, code),
        availableIn(partner, code),
        availableIn(partner, code) + AMOUNT_MAX,
      ]
    }
    case 'credit limit':
      return [-availableIn(partner, act.code)]
    case 'spend limit': {
      const limit = partner.funds[act.code].limits.find((one) => one.period === act.period)
      return limit ? [limit.most - leftOf(partner.funds[act.code], limit, partner.world.now)] : []
    }
    case 'consumer':
      return spendingsOf(partner, act.code)
    case 'credit': {
      const { code = 'USD', campaign } = partner.wallets[act.wallet] ?? {}
      const budget = campaign ? [campaign.budget - campaign.credited] : []
      return [...budget, ...spendingsOf(partner, code)]
    }
    case 'debit': {
      const wallet = partner.wallets[act.wallet]
      return wallet
        ? [availableOf(partner, wallet), AMOUNT_MAX - partner.funds[wallet.code].posted]
        : []
    }
  }
}

function spendingsOf(partner: OraclePartner, code: Code): bigint[] {
  const { [code]: funds } = partner.funds
  const left = funds.limits.map((limit) => leftOf(funds, limit, partner.world.now))
  return [...left, spendableIn(partner, code)]
}
