import { maybeRow, sql, type Db, type Statement, type TransfersRow } from '../db/mod.ts'
import { TRANSFER_CODES, TRANSFER_STATES, type TransferCode, type TransferState } from './chart.ts'

/** A transfer as it was recorded. */
export interface RecordedTransfer {
  readonly partnerId: number
  readonly number: number
  readonly code: TransferCode
  readonly state: TransferState
  readonly currency: string
  readonly amountMinor: bigint
  /** The hold that it posts or voids. */
  readonly holdNo: number | undefined
  readonly reference: string | undefined
  readonly atMs: number
}

/** Names a transfer: its partner, and its number in that partner's book. */
export interface TransferName {
  readonly partnerId: number
  readonly number: number
}

export function formatTransferId(partnerId: number, number: bigint | number): string {
  return `trf_${partnerId}_${number}`
}

/** Parses `trf_<partnerId>_<number>`. Returns undefined for any other text. */
export function parseTransferId(text: string): TransferName | undefined {
  const [, partner, number] = /^trf_([1-9]\d{0,6})_([1-9]\d{0,14})$/.exec(text) ?? []
  return partner === undefined ? undefined : { partnerId: Number(partner), number: Number(number) }
}

export async function findTransfer(
  db: Db,
  { partnerId, number }: TransferName,
): Promise<RecordedTransfer | undefined> {
  const row = await maybeRow(
    db,
    transfers(sql`partner_id = ${partnerId} and transfer_no = ${number}`),
  )
  return row && toTransfer(row)
}

/**
 * Returns a hold, its post or void, and the discount, surcharge and fee posted right after that, in
 * order.
 */
export async function transfersOfHold(
  db: Db,
  { partnerId, holdNo }: { readonly partnerId: number; readonly holdNo: number },
): Promise<RecordedTransfer[]> {
  const hold = sql`
    partner_id = ${partnerId} and (transfer_no = ${holdNo} or pending_no = ${holdNo})`
  const ofHold = (await db.rows(transfers(hold))).map(toTransfer)
  const charge = ofHold.find(({ code }) => code === 'order_charge')
  if (!charge) return ofHold
  const { number } = charge
  const next = sql`
    partner_id = ${partnerId} and transfer_no between ${number + 1} and ${number + ADJUSTMENTS_MAX}`
  const after = (await db.rows(transfers(next))).map(toTransfer)
  const end = after.findIndex(({ code }) => !ADJUSTMENTS.includes(code))
  return [...ofHold, ...after.slice(0, end < 0 ? undefined : end)]
}

const ADJUSTMENTS: readonly TransferCode[] = ['order_discount', 'order_surcharge', 'order_fee']
/** A discount or surcharge, and a fee. */
const ADJUSTMENTS_MAX = 2

type TransferRow = Pick<
  TransfersRow,
  'partner_id' | 'transfer_no' | 'amount' | 'pending_no' | 'reference' | 'created_at'
> & { code: number; state: number; currency: string }

function toTransfer(row: TransferRow): RecordedTransfer {
  return {
    partnerId: row.partner_id,
    number: Number(row.transfer_no),
    code: nameOf(TRANSFER_CODES, row.code),
    state: nameOf(TRANSFER_STATES, row.state),
    currency: row.currency,
    amountMinor: row.amount,
    holdNo: row.pending_no === null ? undefined : Number(row.pending_no),
    reference: row.reference ?? undefined,
    atMs: row.created_at.getTime(),
  }
}

/** Returns the name of a number. Throws if there is none. */
export function nameOf<Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  number: number,
): Name {
  const name = (Object.keys(numbers) as Name[]).find((one) => numbers[one] === number)
  if (name === undefined) throw new Error(`a transfer has the unknown number ${number}`)
  return name
}

function transfers(condition: Statement<unknown>): Statement<TransferRow> {
  return sql`
    select transfer.partner_id, transfer.transfer_no, transfer.code, transfer.state,
           transfer.amount, transfer.pending_no, transfer.reference, transfer.created_at,
           account.currency
    from (
      select partner_id, transfer_no, debit_account, code, state, amount, pending_no, reference,
             created_at
      from transfers where ${condition} order by transfer_no limit 10) as transfer
    join accounts as account on account.partner_id = transfer.partner_id
      and account.account_id = transfer.debit_account
    order by transfer.transfer_no`
}
