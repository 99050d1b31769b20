import type { Answer, Asked } from './acts.ts'
import { textOf, wire } from './facts.ts'
import { move, requireRoom } from './money.ts'
import type { OracleLine, OracleOrder } from './order.ts'
import type { OraclePartner } from './partner.ts'
import { known, Refused } from './refused.ts'

type Request = Omit<Asked<'case'>, 'act' | 'partner' | 'part'>

/** An act on a single item after its delivery. */
export interface Case extends Request {
  readonly order: OracleOrder
  readonly line: OracleLine
  /** The money of a refund. */
  readonly amount: bigint | undefined
  state: 'REQUESTED' | 'DONE' | 'REJECTED'
  isDecided: boolean
  /** Where its money went, in the operator's book. */
  paidAs: 'refunds' | 'wallet_refunds' | undefined
  readonly told: string[]
}

export function openCase(of: OraclePartner, act: Asked<'case'>): Answer {
  const { at, item, kind, part, asked } = act
  const order = known(of.orders[at])
  const batch = order.batches.find(({ first, units }) => item >= first && item < first + units)
  if (!batch || !order.isFinal || batch.state !== 'issued') throw new Refused(409)
  const price = order.itemPrice(item, batch.line)
  if (kind === 'refund' && price === 0n) throw new Refused(409)
  const amount = kind === 'refund' ? (part ? 1n : price) : undefined
  const earlier = of.cases.find((one) => excludes(one, act))
  if (earlier) {
    const isSame = earlier.kind === kind && earlier.amount === amount && earlier.asked === asked
    if (!isSame) throw new Refused(409)
    return { status: 201, is: earlier.state }
  }
  const made = { at, item, kind, asked, order, line: batch.line, amount, told: [] }
  const opened: Case = { ...made, state: 'REQUESTED', isDecided: false, paidAs: undefined }
  if (!asked) carryOut(of, opened)
  tell(opened, asked ? 'request' : 'open')
  of.cases.push(opened)
  return { status: 201, is: opened.state }
}

/** Whether a case of an item excludes another one. */
function excludes({ at, item, kind, state }: Case, made: Request): boolean {
  if (at !== made.at || item !== made.item || state === 'REJECTED') return false
  if (kind === made.kind) return true
  return made.kind === 'block' ? kind === 'replace' : kind !== 'block'
}

export function decide(of: OraclePartner, { at, accept }: Asked<'decide'>): Answer {
  const found = known(of.cases[at])
  const is = accept ? 'DONE' : 'REJECTED'
  if (found.state === is && found.isDecided) return { status: 200, is }
  if (found.state !== 'REQUESTED') throw new Refused(409)
  if (accept) carryOut(of, found)
  found.state = is
  found.isDecided = true
  tell(found, accept ? 'accept' : 'reject')
  return { status: 200, is }
}

function carryOut(of: OraclePartner, one: Case): void {
  const { order, amount } = one
  const { wallet, code } = order
  if (one.kind === 'replace') {
    const { sold, amount: face } = one.line
    const { stock } = of.world
    if (sold.supply !== 'stock' || !stock.has(face, 1)) throw new Refused(409)
    stock.add(face, -1)
  }
  if (amount !== undefined) {
    // The amount goes back to its source.
    const source = wallet?.status === 'CLOSED' ? undefined : wallet
    if (source) source.balance += amount
    else {
      requireRoom(of, code, amount)
      move(of, 'case_refund', code, amount)
    }
    one.paidAs = source ? 'wallet_refunds' : 'refunds'
  }
  one.state = 'DONE'
}

/** Events come in order. The audit has the value that left: money, or a code of that cost. */
function tell({ order, line, kind, state, amount, told }: Case, act: string): void {
  const { code } = order
  const textIn = (minor: bigint) => `${textOf(minor, code)} ${code}`
  const sent = amount === undefined ? 'none' : `${wire(amount, code)} ${code}`
  const of = amount === undefined ? 'none' : textIn(amount)
  const isOut = state === 'DONE' && kind !== 'block'
  const before = told.length > 0 ? 'REQUESTED' : 'none'
  if (before === 'none') told.push(`case.opened REQUESTED ${sent}`)
  if (state !== 'REQUESTED') told.push(`case.resolved ${state} ${sent}`)
  const out = isOut ? textIn(amount ?? line.unitCost) : 'none'
  told.push(`case.${act} ${before} ${state} ${of} out ${out}`)
}
