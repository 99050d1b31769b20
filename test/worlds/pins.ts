import type { Act, ActOf, TransactAct } from '../oracle/acts.ts'
import type { Oracle } from '../oracle/oracle.ts'
import type { Batch, OracleOrder } from '../oracle/order.ts'
import { atEdge, isEdged } from './edges.ts'

/** An act that its partner may repeat, by its key or by the thing that it is about. */
type KeyedAct = Extract<Act, { key: number }> | ActOf<'case' | 'decide'>

/** An act with the places of its things; undefined if there are none. */
type PinnedAct = Act | undefined

/** Chooses the things of acts, so that oracle and world do the same. */
export class Pins {
  readonly #oracle: Oracle
  readonly #keyed: KeyedAct[] = []

  constructor(oracle: Oracle) {
    this.#oracle = oracle
  }

  /** Returns the act with its places, and remembers it, so that a later act can repeat it. */
  next(act: Act): PinnedAct {
    const pinned = this.#pin(act)
    if (pinned) this.remember(pinned)
    return pinned
  }

  remember(pinned: Act): void {
    const acts = pinned.act === 'together' ? pinned.acts : [pinned]
    for (const one of acts) {
      if ('key' in one || one.act === 'case' || one.act === 'decide') this.#keyed.push(one)
      // A row has the same key as a transaction by itself.
      if (one.act === 'bulk') this.#keyed.push(...one.rows)
    }
  }

  #pin(act: Act): PinnedAct {
    if (act.act === 'again') return this.#again(act)
    if (act.act === 'together') {
      const acts = act.acts.flatMap((one) => this.#pin(one) ?? [])
      return acts.length > 1 ? { ...act, acts } : acts[0]
    }
    if (!('partner' in act)) return act
    const partner = act.partner % this.#oracle.partners.length
    const own = this.#oracle.partner(partner)
    const { orders } = own
    if (act.act === 'lease') {
      return this.#pinBatch({ ...act, partner }, (order, batch) =>
        isLeasable(this.#oracle, order, batch),
      )
    }
    if (act.act === 'answer') {
      return this.#pinBatch(
        { ...act, partner },
        (_, { state }) => state === 'under way' || state === 'unknown',
      )
    }
    if (act.act === 'place') return this.#pinOrder({ ...act, partner })
    if (act.act === 'quote') {
      return { ...act, partner, lines: creditedIn(act.lines, own.wallets.length) }
    }
    if (act.act === 'deposit' || act.act === 'reverse') {
      const { of: deposit, ...rest } = act
      const { length } = own.deposits
      if (deposit === undefined || length === 0) return atEdge(own, { ...rest, partner })
      return atEdge(own, { ...rest, partner, of: deposit % length })
    }
    if (act.act === 'case') {
      if (orders.length === 0) return undefined
      const at = placeAt(act.at, orders.length)
      const units = orders[at]?.batches.reduce((sum, one) => sum + one.units, 0) ?? 1
      return { ...act, partner, at, item: 1 + (act.item % units) }
    }
    if (act.act === 'bulk' || act.act === 'file') {
      const { length } = own.wallets
      if (length === 0) return undefined
      const by = act.act === 'bulk' ? act.by : OPERATOR
      const rows = act.rows.map((row) => {
        return atEdge(own, { ...row, partner, by, wallet: placeAt(row.wallet, length) })
      })
      return { ...act, partner, rows: act.act === 'bulk' ? rows : credits(rows) }
    }
    const placed = inPlace(
      { ...act, partner },
      {
        at: act.act === 'decide' ? own.cases.length : orders.length,
        wallet: own.wallets.length,
        link: own.links.length,
        campaign: own.campaigns.length,
        consumer: own.consumers.length,
      },
    )
    return placed && isEdged(placed) ? atEdge(own, placed) : placed
  }

  #pinOrder(drawn: ActOf<'place'>): PinnedAct {
    const { quotes, wallets } = this.#oracle.partner(drawn.partner)
    const act = { ...drawn, lines: creditedIn(drawn.lines, wallets.length) }
    if (act.quote === undefined || quotes.length === 0) return { ...act, quote: undefined }
    const quote = placeAt(act.quote, quotes.length)
    // Most orders with a quote have the quoted items.
    return { ...act, quote, ...(act.key % 4 === 0 ? undefined : quotes[quote]?.body) }
  }

  #again({ at, other }: ActOf<'again'>): PinnedAct {
    const first = this.#keyed[at % this.#keyed.length]
    if (!first || !other) return first
    const isReason = at % 2 === 0
    if (first.act === 'case') {
      return isReason ? { ...first, reason: 1 - first.reason } : { ...first, part: !first.part }
    }
    if (first.act === 'decide') {
      return isReason ? { ...first, reason: 1 - first.reason } : { ...first, accept: !first.accept }
    }
    if (first.act === 'send') return { ...first, amounts: [...first.amounts, 100] }
    return first.act === 'place'
      ? { ...first, lines: [...first.lines, [0, 0, 1]] }
      : { ...first, amount: first.amount === 1 ? 2 : first.amount - 1 }
  }

  #pinBatch<Of extends Extract<Act, { partner: number; at: number }>>(
    act: Of,
    isChoice: (order: OracleOrder, batch: Batch) => boolean,
  ): Of | undefined {
    const { orders } = this.#oracle.partner(act.partner)
    const places = orders.flatMap((order, orderAt) =>
      order.batches.flatMap((batch, at) => (isChoice(order, batch) ? [orderAt * 100 + at] : [])),
    )
    const at = places[placeAt(act.at, places.length)]
    return at === undefined ? undefined : { ...act, at }
  }
}

/** Lines that name existing wallets, if there are any. */
function creditedIn(lines: ActOf<'place'>['lines'], count: number): ActOf<'place'>['lines'] {
  return lines.map((line) => {
    const [product, amount, units, { wallet } = {}] = line
    if (wallet === undefined || wallet < -1 || count === 0) return line
    return [product, amount, units, { wallet: placeAt(wallet, count) }]
  })
}

/** Files belong to the operator, so no limit of a credential applies to them. */
const OPERATOR = -1

/** The rows of a file: credits, each with a key of its own. */
function credits(rows: readonly TransactAct[]): TransactAct[] {
  const byKey = new Map(rows.map((row) => [row.key, { ...row, act: 'credit' as const }]))
  return [...byKey.values()]
}

/** -1 is the last place. NaN if there is none. */
function placeAt(at: number, count: number): number {
  return (at + count) % count
}

/** An act whose fields name places of existing things; undefined if there are none. */
function inPlace(act: Act, counts: Readonly<Record<string, number>>): PinnedAct {
  const named = Object.entries(act).filter(([field]) => field in counts)
  const places = named.map(([field, at]) => [field, placeAt(at, counts[field] ?? 0)] as const)
  if (places.some(([, at]) => Number.isNaN(at))) return undefined
  return { ...act, ...Object.fromEntries(places) }
}

/** Returns true if a worker could lease a batch, and that would change something. */
export function isLeasable(oracle: Oracle, order: OracleOrder, batch: Batch): boolean {
  const { state, line, units } = batch
  if (!order.isOpen) return false
  if (state === 'stock') return oracle.stock.valid(line).length >= units
  const isCredited = !line.wallet || line.wallet.status === 'ENABLED'
  return state === 'waits' && (isCredited || order.status === 'PENDING')
}
