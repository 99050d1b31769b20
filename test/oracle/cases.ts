import type { Answer, Asked, View } from './acts.ts'
import { textOf, wire } from './facts.ts'
import { known, Refused } from './refused.ts'
import type { Shared } from './shared.ts'

interface OracleCase {
  readonly order: number
  readonly item: number
  readonly kind: Asked<'case'>['kind']
  readonly amount: bigint | undefined
  readonly asked: boolean
  state: 'REQUESTED' | 'DONE' | 'REJECTED'
  isDecided: boolean
  readonly told: string[]
}

/** Acts on single items after their delivery. */
export class OracleCases {
  readonly #of: Shared
  readonly #cases: OracleCase[] = []

  constructor(of: Shared) {
    this.#of = of
  }

  get count(): number {
    return this.#cases.length
  }

  open({ at, item, kind, part, asked }: Asked<'case'>): Answer {
    const order = this.#of.orders[at]
    if (!order?.isFinal) throw new Refused(409)
    const price = order.itemPrice(item)
    if (price === undefined) throw new Refused(409)
    if (kind === 'refund' && price === 0n) throw new Refused(409)
    const amount = kind === 'refund' ? (part ? 1n : price) : undefined
    const earlier = this.#cases.find((one) => excludes(one, { order: at, item, kind }))
    if (earlier) {
      const isSame = earlier.kind === kind && earlier.amount === amount && earlier.asked === asked
      if (!isSame) throw new Refused(409)
      return { status: 201, is: earlier.state }
    }
    const of = { order: at, item, kind, amount, asked }
    const opened: OracleCase = { ...of, state: 'REQUESTED', isDecided: false, told: [] }
    if (!asked) this.#carryOut(opened)
    this.#tell(opened, asked ? 'request' : 'open')
    this.#cases.push(opened)
    return { status: 201, is: opened.state }
  }

  decide({ at, accept }: Asked<'decide'>): Answer {
    const found = known(this.#cases[at])
    const wanted = accept ? 'DONE' : 'REJECTED'
    if (found.state === wanted && found.isDecided) return { status: 200, is: wanted }
    if (found.state !== 'REQUESTED') throw new Refused(409)
    if (accept) this.#carryOut(found)
    else found.state = 'REJECTED'
    found.isDecided = true
    this.#tell(found, accept ? 'accept' : 'reject')
    return { status: 200, is: found.state }
  }

  #carryOut(one: OracleCase): void {
    const order = this.#of.orders[one.order]
    const line = order?.lineOf(one.item)
    if (!order || !line) throw new Error('a case is of an item')
    if (one.kind === 'replace') {
      if (line.sold.supply !== 'stock' || !this.#of.world.stock.has(line.amount, 1))
        throw new Refused(409)
      this.#of.world.stock.take(line.amount, 1)
    }
    const { wallet } = order
    if (one.amount !== undefined && wallet && wallet.status !== 'CLOSED') {
      // The amount goes back to its source.
      wallet.balance += one.amount
      this.#of.money.enter('wallet_refunds', order.code, one.amount)
    } else if (one.amount !== undefined) {
      this.#of.money.purse(order.code).requireRoom(one.amount)
      this.#of.money.enter('refunds', order.code, one.amount)
      this.#of.money.move('case_refund', order.code, one.amount)
    }
    one.state = 'DONE'
  }

  /** Events come in order. The audit has the value that left: money, or a code of that cost. */
  #tell({ order: at, item, kind, state, amount, told }: OracleCase, act: string): void {
    const order = this.#of.orders[at]
    if (!order) throw new Error('a case is of an item')
    const { code } = order
    const textIn = (minor: bigint) => `${textOf(minor, code)} ${code}`
    const sent = amount === undefined ? 'none' : `${wire(amount, code)} ${code}`
    const of = amount === undefined ? 'none' : textIn(amount)
    const { unitCost = 0n } = order.lineOf(item) ?? {}
    const isOut = state === 'DONE' && kind !== 'block'
    const before = told.length > 0 ? 'REQUESTED' : 'none'
    if (before === 'none') told.push(`case.opened REQUESTED ${sent}`)
    if (state !== 'REQUESTED') told.push(`case.resolved ${state} ${sent}`)
    const out = isOut ? textIn(amount ?? unitCost) : 'none'
    told.push(`case.${act} ${before} ${state} ${of} out ${out}`)
  }

  view(): View['cases'] {
    return this.#cases.map(({ order, item, kind, state, told }) => {
      return { order, item, kind, state, told: [...told] }
    })
  }
}

/** Whether a case of an item excludes another one. */
function excludes(one: OracleCase, made: Pick<OracleCase, 'order' | 'item' | 'kind'>): boolean {
  if (one.order !== made.order || one.item !== made.item || one.state === 'REJECTED') return false
  if (one.kind === made.kind) return true
  return made.kind === 'block' ? one.kind === 'replace' : one.kind !== 'block'
}
