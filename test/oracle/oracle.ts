import { type Act, type Answer, answerTo, type Asked, known, Refused } from './acts.ts'
import { decide, openCase } from './cases.ts'
import { ratio } from './facts.ts'
import { RATES } from '../worlds/catalog.ts'
import { isByProgram } from '../worlds/acts.ts'
import { endLink, releaseLink, replaceLink, reviewLink, send } from './link.ts'
import { fund, OraclePartner, setSpendLimit } from './partner.ts'
import * as orders from './orders.ts'
import { PriceList, quote } from './prices.ts'
import type { OracleLine } from './order.ts'
import * as wallets from './wallets.ts'

/** 2026-03-30T23:50:00Z: a day and a month soon end. */
export const BEGIN = 1_774_914_600_000

const DONE: Answer = { status: 200 }
const MS_PER_DAY = 86_400_000

/** A code: the place of its face value, and when it expires. */
export type StockedCode = Readonly<Record<'amount' | 'until', number>>

type Wanted = Pick<OracleLine, 'amount'> & Partial<Pick<OracleLine, 'days'>>
type ActOf = Extract<Act, { partner: number }>

/** The results of the acts of a partner, its people, or the operator for it. */
const RULES: {
  readonly [Name in ActOf['act']]: (of: OraclePartner, act: Asked<Name>) => Answer
} = {
  deposit: fund,
  reverse: fund,
  'credit limit': (of, { code, amount }) =>
    Object.assign(of.funds[code], { limit: BigInt(amount) }) && DONE,
  'spend limit': setSpendLimit,
  quote,
  place: orders.place,
  lease: orders.lease,
  answer: orders.answer,
  resume: orders.resume,
  cancel: orders.cancel,
  case: openCase,
  decide,
  consumer: wallets.createConsumer,
  credit: wallets.transact,
  debit: wallets.transact,
  bulk: doRows,
  file: doFile,
  status: wallets.setStatus,
  spend: orders.spendWallet,
  campaign: wallets.openCampaign,
  'campaign wallet': wallets.openCampaignWallet,
  send,
  claim: orders.claim,
  'end link': endLink,
  'replace link': replaceLink,
  'review link': reviewLink,
  'release link': releaseLink,
  suspend: (of, { isSuspended }) => Object.assign(of, { isSuspended }) && DONE,
}

/** Each row sees the effects of the rows before it. Atomic rows are one act: all or none. */
function doRows(of: OraclePartner, { rows, isAtomic }: Asked<'bulk'>): Answer {
  const isShared = (key: number) => rows.filter((one) => one.key === key).length > 1
  const shared = rows.flatMap(({ key }, at) =>
    isShared(key) ? [`transactions[${at}].referenceId`] : [],
  )
  if (shared.length > 0) throw new Refused(400, shared.toSorted())
  const undo = of.mark()
  const faults: string[] = []
  const results = rows.map((row, at) => {
    const answer = answerTo(
      () => wallets.transact(of, row),
      ({ ofRow }) => faults.push(...ofRow.map((field) => `transactions[${at}].${field}`)),
    )
    if (!isAtomic) orders.follow(of)
    return answer
  })
  const first = results.find(({ status }) => status !== 200)
  if (!isAtomic || !first) return { status: 200, results }
  undo()
  throw new Refused(first.status, [402, 500].includes(first.status) ? [] : faults.toSorted())
}

/**
 * The key of a row consists of the file's and its own. If funds do not cover a part, none of its
 * rows is credited.
 */
function doFile(of: OraclePartner, { file, rows }: Asked<'file'>): Answer {
  const undo = of.mark()
  const counts = { credited: 0, repeated: 0, refused: 0 }
  for (const row of rows) {
    const key = `transaction ${file}/${row.key}`
    const was = of.keys.has(key) ? 'repeated' : 'credited'
    const { status } = answerTo(() => wallets.transact(of, row, key))
    if (status === 402) {
      undo()
      throw new Refused(402)
    }
    counts[status === 200 ? was : 'refused'] += 1
  }
  return { status: 200, ...counts }
}

/**
 * A second opinion: returns the response to each act, and the view of each partner afterwards.
 * Written from the interface and the decisions alone; it imports nothing of the service.
 */
export class Oracle {
  now = BEGIN
  readonly prices = new PriceList()
  /** Codes in stock, soonest expiry first. */
  #codes: readonly StockedCode[] = []
  readonly partners: readonly OraclePartner[]

  constructor(partners: number) {
    this.partners = Array.from({ length: partners }, (_, no) => new OraclePartner(no, this))
  }

  readonly stock = {
    /** A code is sold until it expires. */
    valid: ({ amount, days = 0 }: Wanted) => {
      const least = this.now + days * MS_PER_DAY
      const own = this.#codes.filter((one) => one.amount === amount)
      return own.filter(({ until }) => until > this.now && until >= least)
    },
    take: (of: OracleLine, units: number) => {
      const taken = this.stock.valid(of).slice(0, units)
      this.#codes = this.#codes.filter((one) => !taken.includes(one))
      return taken
    },
    add: (codes: readonly StockedCode[]) => {
      this.#codes = [...this.#codes, ...codes].toSorted((one, other) => one.until - other.until)
    },
    isWaitedFor: (amount: number) =>
      this.partners
        .flatMap(({ orders: own }) => own.flatMap(({ batches }) => batches))
        .some(({ state, line }) => state === 'stock' && line.amount === amount && !line.days),
  }

  partner(no: number): OraclePartner {
    return known(this.partners[no])
  }

  /** Does a pinned act and its consequences. */
  take(act: Act): readonly Answer[] {
    const acts = act.act === 'together' ? act.acts : [act]
    const answers = acts.map((one) => answerTo(() => this.#do(one)))
    for (const partner of this.partners) orders.settleDelivered(partner)
    return answers
  }

  #do(act: Act): Answer {
    if ('partner' in act) {
      const partner = this.partner(act.partner)
      if (partner.isSuspended && isByProgram(act)) throw new Refused(401)
      const rule = RULES[act.act] as (of: OraclePartner, act: ActOf) => Answer
      const answer = rule(partner, act)
      orders.follow(partner)
      return answer
    }
    if (act.act === 'rule')
      this.prices.rules.set(`${act.rule.partner} ${act.rule.product}`, act.rule)
    if (act.act === 'rate') {
      const [from, to] = RATES[act.pair % RATES.length] ?? []
      this.prices.rates.set(`${from} ${to}`, ratio(act.rate))
    }
    if (act.act === 'restock') {
      const { amount, days = Infinity } = act
      const code = { amount, until: this.now + days * MS_PER_DAY }
      this.stock.add(Array.from({ length: act.count }, () => ({ ...code })))
    }
    if (act.act === 'time') this.now += act.seconds * 1_000
    return DONE
  }
}
