import { type Answer, type ActOf, known, Refused } from './acts.ts'
import { wire } from './facts.ts'
import { move, type OraclePartner, requireRoom } from './partner.ts'
import type { OracleLine, OracleOrder } from './order.ts'

type Request = Omit<ActOf<'case'>, 'act' | 'partner' | 'part'>

/** An act on a single item after its delivery. */
export interface Case extends Request {
  readonly order: OracleOrder
  readonly line: OracleLine
  /** The money of a refund. */
  readonly amount: bigint | undefined
  state: 'REQUESTED' | 'DONE' | 'REJECTED'
  /** Why and by whom it was decided. */
  decision: string | undefined
  /** Where its money went, in the operator's book. */
  paidAs: 'refunds' | 'wallet_refunds' | undefined
  readonly told: string[]
}

export function openCase(partner: OraclePartner, act: ActOf<'case'>): Answer {
  const { at, item, kind, part, isRequest, reason } = act
  const order = known(partner.orders[at])
  const batch = order.batches.find(({ first, units }) => item >= first && item < first + units)
  if (!batch || !order.isFinal || batch.state !== 'issued') throw new Refused(409)
  const price = order.itemPrice(item, batch.line)
  if (kind === 'refund' && price === 0n) throw new Refused(409)
  const amount = kind === 'refund' ? (part ? 1n : price) : undefined
  const earlier = partner.cases.find((one) => excludes(one, act))
  if (earlier) {
    const isSame = earlier.kind === kind && earlier.isRequest === isRequest
    if (!isSame || earlier.amount !== amount || earlier.reason !== reason) throw new Refused(409)
    return { status: 201, is: earlier.state }
  }
  const fields = { at, item, kind, isRequest, reason, order, line: batch.line, amount, told: [] }
  const opened: Case = { ...fields, state: 'REQUESTED', decision: undefined, paidAs: undefined }
  if (!isRequest) carryOut(partner, opened)
  tell(opened, isRequest ? 'request' : 'open', reason)
  partner.cases.push(opened)
  return { status: 201, is: opened.state }
}

/** True if a case of an item excludes another one. */
function excludes({ at, item, kind, state }: Case, later: Request): boolean {
  if (at !== later.at || item !== later.item || state === 'REJECTED') return false
  if (kind === later.kind) return true
  return later.kind === 'block' ? kind === 'replace' : kind !== 'block'
}

export function decide(partner: OraclePartner, act: ActOf<'decide'>): Answer {
  const { at, accept, reason, operator } = act
  const request = known(partner.cases[at])
  const decision = `${reason} of ${operator}`
  const is = accept ? 'DONE' : 'REJECTED'
  if (request.state === is && request.decision === decision) return { status: 200, is }
  if (request.state !== 'REQUESTED') throw new Refused(409)
  if (accept) carryOut(partner, request)
  request.state = is
  request.decision = decision
  tell(request, accept ? 'accept' : 'reject', reason)
  return { status: 200, is }
}

function carryOut(partner: OraclePartner, one: Case): void {
  const { order, line, amount } = one
  const { payer: { wallet } = {}, code } = order
  if (one.kind === 'replace') {
    const { stock } = partner.world
    if (line.sold.supply !== 'stock' || stock.valid(line).length === 0) throw new Refused(409)
    stock.take(line, 1)
  }
  if (amount !== undefined) {
    // The amount goes back to its source.
    const source = wallet?.status === 'CLOSED' ? undefined : wallet
    requireRoom(source?.balance ?? partner.funds[code].posted, amount)
    if (source) source.balance += amount
    else move(partner, 'case_refund', code, amount)
    one.paidAs = source ? 'wallet_refunds' : 'refunds'
  }
  one.state = 'DONE'
}

/** Events come in order. The audit has the value that left: money, or a code of that cost. */
function tell({ order, line, kind, state, amount, told }: Case, act: string, reason: number): void {
  const textOf = (minor: bigint | undefined) =>
    minor === undefined ? 'none' : `${wire(minor, order.code)} ${order.code}`
  const isOut = state === 'DONE' && kind !== 'block'
  const before = told.length > 0 ? 'REQUESTED' : 'none'
  if (before === 'none') told.push(`case.opened REQUESTED ${textOf(amount)}`)
  if (state !== 'REQUESTED') told.push(`case.resolved ${state} ${textOf(amount)}`)
  const out = textOf(isOut ? (amount ?? line.unitCost) : undefined)
  told.push(`case.${act} ${before} ${state} ${textOf(amount)} out ${out} for reason ${reason}`)
}
