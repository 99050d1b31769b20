import { recordAudits, type Actor, type AuditEntry } from '../audit/mod.ts'
import {
  checkLine,
  findStoredCurrency,
  formatAmount,
  invalidField,
  REASON_LENGTH_MAX,
  minorUnits,
  Refusal,
  requireListed,
  storedCurrency,
  type MinorUnits,
} from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import {
  findTransfers,
  type GroupInputs,
  type Book,
  type KeyedTransfer,
  type Ledger,
  type Transfer,
  type WriteKind,
  formatTransferId,
} from '../ledger/mod.ts'
import {
  depositsOfReversals,
  insertDepositReversals,
  loadNamedDeposits,
  requireReversible,
  type DepositReversal,
  type NamedDeposit,
} from './deposit-reversal-rows.ts'
import { noticeDeposits } from './funds-notice-rows.ts'

export interface NewDeposit {
  readonly partnerId: number
  readonly currency: string
  /** The amount, which is positive. */
  readonly amountMinor: MinorUnits
  /** The operator's key: unique per partner and direction, forever. */
  readonly reference: string
  readonly actor: Actor
}

export interface NewReversal extends NewDeposit {
  readonly reason: string
  /** The number of the transfer of the deposit that it takes back. */
  readonly depositNo?: number | undefined
}

const REFERENCE_LENGTH_MAX = 200

/** A deposit or reversal, as in the first response and every replay. */
export interface FundsMoved {
  /** `trf_<partnerId>_<number in the partner's book>` */
  readonly transferId: string
  readonly currency: string
  readonly amountMinor: MinorUnits
  /**
   * The available funds in this currency right after it. Negative if reversals exceed the funds.
   */
  readonly fundsMinor: MinorUnits
}

/**
 * Adds `amountMinor` to the partner's funds. Replays the first response if the reference was used
 * with the same currency and amount.
 *
 * Refuses, in this order:
 *   invalid_request      an unknown currency, a reference that cannot be stored
 *   not_found            no such partner
 *   reference_conflict   the reference was used with another payload
 *   balance_limit        the funds would exceed AMOUNT_MINOR_MAX
 *   overloaded           too many writes of this partner wait (or Outage: the database is away)
 */
export async function deposit(ledger: Ledger, input: NewDeposit): Promise<FundsMoved> {
  checkMovement(input)
  return await ledger.submit(depositKind, input.partnerId, input)
}

/**
 * Takes `amountMinor` back. The funds may go below zero, even if orders hold them; then orders are
 * suspended. Replays the first response if the reference was used with the same currency, amount,
 * reason and deposit.
 *
 * Refuses, in this order:
 *   invalid_request      an unknown currency, a reference or reason that cannot be stored
 *   not_found            no such partner
 *   reference_conflict   the reference was used with another payload
 *   invalid_request      the partner has no such deposit, or not in this currency
 *   state_conflict       the amount exceeds what remains of the deposit
 *   balance_limit        the funds would exceed AMOUNT_MINOR_MAX below zero
 *   overloaded           too many writes of this partner wait (or Outage: the database is away)
 */
export async function reverse(ledger: Ledger, input: NewReversal): Promise<FundsMoved> {
  checkMovement(input)
  checkLine('reason', input.reason, REASON_LENGTH_MAX)
  return await ledger.submit(reversalKind, input.partnerId, input)
}

type Movement = NewDeposit & Partial<Pick<NewReversal, 'reason' | 'depositNo'>>

/** The group's state: the earlier movement of each reference, and the rows to write. */
export interface FundingState {
  readonly byReference: Map<string, PastMovement>
  readonly deposits: ReadonlyMap<number, NamedDeposit>
  readonly reversals: DepositReversal[]
  /** The sum that the group has put on the funds of each currency, in minor units. */
  readonly deposited: Map<string, bigint>
  readonly audits: AuditEntry[]
}

interface PastMovement {
  readonly moved: FundsMoved
  readonly reason: string | undefined
  readonly depositNo: number | undefined
}

const depositKind: WriteKind<NewDeposit, FundingState, FundsMoved> = fundingKind('deposit')
const reversalKind: WriteKind<NewReversal, FundingState, FundsMoved> = fundingKind('reversal')

/** Names the kind, the code of its transfers, and the scope of its references. */
type Direction = 'deposit' | 'reversal'

function fundingKind(name: Direction): WriteKind<Movement, FundingState, FundsMoved> {
  return {
    name,
    load: (tx, group) => loadPastMovements(tx, name, group),
    decide: (book, state, input) => decide(name, { book, state, input }),
    save(tx, { partnerId, now }, { reversals, deposited, audits }) {
      if (reversals.length > 0) tx.write(insertDepositReversals(partnerId, reversals))
      if (deposited.size > 0) tx.write(noticeDeposits(partnerId, deposited, now))
      recordAudits(tx, audits)
    },
  }
}

async function loadPastMovements(
  tx: Tx,
  name: Direction,
  group: GroupInputs<Movement>,
): Promise<FundingState> {
  const { partnerId, inputs } = group
  const references = [...new Set(inputs.map((input) => input.reference))]
  const depositNos = new Set(inputs.flatMap(({ depositNo }) => depositNo ?? []))
  const [book, earlier, deposits] = await Promise.all([
    group.book,
    findTransfers(tx, partnerId, name, references),
    loadNamedDeposits(tx, partnerId, [...depositNos]),
  ])
  const numbers = name === 'reversal' ? [...earlier.values()].map(({ number }) => number) : []
  const depositOfReversal = await depositsOfReversals(tx, partnerId, numbers)
  const byReference = new Map<string, PastMovement>()
  for (const [reference, transfer] of earlier) {
    const moved = movedOf(name, book, transfer)
    byReference.set(reference, {
      moved,
      reason: transfer.memo,
      depositNo: depositOfReversal.get(transfer.number),
    })
  }
  return { byReference, deposits, reversals: [], deposited: new Map(), audits: [] }
}

function decide(
  name: Direction,
  { book, state, input }: { book: Book; state: FundingState; input: Movement },
): FundsMoved {
  const earlier = state.byReference.get(input.reference)
  if (earlier) return replay(earlier, input)
  const isTakenBack = name === 'reversal' && book.chart('funds', input.currency).creditsPosted > 0n
  if (!isTakenBack) requireListed('currency', storedCurrency(input.currency))
  const transfer = name === 'deposit' ? putOnFunds(book, input) : takeFromFunds(book, state, input)
  if (name === 'deposit') {
    const sum = (state.deposited.get(input.currency) ?? 0n) + input.amountMinor
    state.deposited.set(input.currency, sum)
  }
  const { reason, depositNo } = input
  const movement = { moved: movedOf(name, book, transfer), reason, depositNo }
  state.byReference.set(input.reference, movement)
  state.audits.push(auditEntry(name, { book, input, moved: movement.moved }))
  return movement.moved
}

function replay({ moved, reason, depositNo }: PastMovement, input: Movement): FundsMoved {
  const isSame =
    moved.currency === input.currency &&
    moved.amountMinor === input.amountMinor &&
    reason === input.reason &&
    depositNo === input.depositNo
  if (isSame) return moved
  const message = `was used for ${moved.transferId} with another payload`
  throw new Refusal('reference_conflict', `reference ${message}`, {
    details: [{ field: 'reference', message }],
  })
}

function putOnFunds(book: Book, input: Movement): Transfer {
  return book.post({
    code: 'deposit',
    debit: book.chart('deposits', input.currency),
    credit: book.chart('funds', input.currency),
    amount: input.amountMinor,
    key: { scope: 'deposit', reference: input.reference },
  })
}

function takeFromFunds(book: Book, state: FundingState, input: Movement): Transfer {
  const { depositNo } = input
  const isNamed = depositNo !== undefined
  const named = isNamed ? state.deposits.get(depositNo) : undefined
  if (isNamed) requireReversible(named, input)
  const transfer = book.postUncovered({
    code: 'reversal',
    debit: book.chart('funds', input.currency),
    credit: book.chart('deposits', input.currency),
    amount: input.amountMinor,
    key: { scope: 'reversal', reference: input.reference },
    memo: input.reason,
  })
  if (named && isNamed) {
    named.reversedMinor = minorUnits(named.reversedMinor + input.amountMinor)
    state.reversals.push({ transferNo: transfer.number, depositNo })
  }
  return transfer
}

function movedOf(name: Direction, book: Book, transfer: Transfer | KeyedTransfer): FundsMoved {
  const fundsMinor = name === 'deposit' ? transfer.creditAvailable : transfer.debitAvailable
  return {
    transferId: formatTransferId(book.partnerId, transfer.number),
    currency: book.account(transfer.debitAccount).currency,
    amountMinor: transfer.amount,
    fundsMinor,
  }
}

function auditEntry(
  name: Direction,
  { book, input, moved }: { book: Book; input: Movement; moved: FundsMoved },
): AuditEntry {
  const currency = storedCurrency(input.currency)
  return {
    partnerId: book.partnerId,
    actor: input.actor,
    action: name,
    target: `transfer:${moved.transferId}`,
    valueOut: {
      kind: name === 'deposit' ? 'deposits' : 'reversals',
      amounts: [{ currency, amountMinor: input.amountMinor }],
    },
    reason: input.reason,
    after: {
      reference: input.reference,
      ...(input.depositNo !== undefined && {
        depositId: formatTransferId(book.partnerId, input.depositNo),
      }),
      currency: currency.code,
      amount: formatAmount(moved.amountMinor, currency),
      funds: formatAmount(moved.fundsMinor, currency),
    },
    at: book.now,
  }
}

function checkMovement({ currency, reference }: NewDeposit): void {
  if (!findStoredCurrency(currency)) throw invalidField('currency', 'must be an ISO 4217 code')
  checkLine('reference', reference, REFERENCE_LENGTH_MAX)
}
