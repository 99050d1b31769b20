import type { Act, ActOf, TransactAct } from '../oracle/acts.ts'
import { MOST, sum, type Code } from '../oracle/facts.ts'
import { availableIn, leftOf, type OraclePartner, spendableIn } from '../oracle/partner.ts'
import { priceOf } from '../oracle/order.ts'
import { availableOf } from '../oracle/wallets.ts'

/** A line that is ordered after exact amounts. */
export const EXACT_LINE = [3, 3, 1] as const

type Edged =
  | ActOf<'deposit' | 'reverse' | 'credit limit' | 'spend limit' | 'consumer'>
  | TransactAct

export function isEdged(act: Act): act is Edged {
  return 'edge' in act
}

/**
 * Moves the amount of an act to a limit of the oracle, or one minor unit beside it. Comparisons
 * that are one off show only there.
 */
export function atEdge<One extends Edged>(of: OraclePartner, act: One): One {
  const { edge, amount: drawn } = act
  const limits = edge ? limitsOf(of, act) : []
  const limit = limits[(edge?.of ?? 0) % limits.length]
  const moved = Number(limit ?? -1n) + (edge?.by ?? 0)
  const amount = moved > 0 && moved <= MOST ? moved : drawn
  return { ...act, edge: undefined, amount }
}

/** Amounts at which the outcome of an act changes. */
function limitsOf(of: OraclePartner, act: Edged): bigint[] {
  switch (act.act) {
    case 'deposit': {
      const { code } = act
      const missing = of.orders
        .filter((one) => one.status === 'ON_HOLD' && one.code === code)
        .map(({ price, held }) => price - held - spendableIn(of, code))
      const { lines } = of.world.prices.price(of, { code, lines: [EXACT_LINE] })
      const exact = sum(lines, (line) => priceOf(line, 1n)) - spendableIn(of, code)
      return [exact, ...missing, MOST - of.funds[code].posted]
    }
    case 'reverse': {
      const { code } = act
      const named = act.of === undefined ? undefined : of.deposits[act.of]?.left
      return [named ?? spendableIn(of, code), availableIn(of, code), availableIn(of, code) + MOST]
    }
    case 'credit limit':
      return [-availableIn(of, act.code)]
    case 'spend limit': {
      const limit = of.funds[act.code].limits.find((one) => one.period === act.period)
      return limit ? [limit.most - leftOf(of.funds[act.code], limit, of.world.now)] : []
    }
    case 'consumer':
      return spendingsOf(of, act.code)
    case 'credit': {
      const { code = 'USD', campaign } = of.wallets[act.wallet] ?? {}
      const budget = campaign ? [campaign.budget - campaign.credited] : []
      return [...budget, ...spendingsOf(of, code)]
    }
    case 'debit': {
      const wallet = of.wallets[act.wallet]
      return wallet ? [availableOf(of, wallet), MOST - of.funds[wallet.code].posted] : []
    }
  }
}

function spendingsOf(of: OraclePartner, code: Code): bigint[] {
  const { [code]: funds } = of.funds
  const left = funds.limits.map((limit) => leftOf(funds, limit, of.world.now))
  return [...left, spendableIn(of, code)]
}
