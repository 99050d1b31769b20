import { oneRow, type Db } from '../db/mod.ts'
import { TRANSFER_CODES } from '../ledger/mod.ts'
import {
  statementTexts,
  type FundsAccount,
  type MovementBasics,
  type MovementTexts,
  type Numbers,
  type PricedMovement,
} from './movement-rows.ts'

/**
 * Returns the movements that changed the balance of these funds, oldest first, to be read once.
 * Each movement is built when it is requested, so that the garbage collector need not copy it.
 */
export async function readChunk(
  db: Db,
  account: FundsAccount,
  numbers: Numbers,
): Promise<Iterable<PricedMovement>> {
  return priced(movementsOf(await oneRow(db, statementTexts(account, numbers))))
}

function* movementsOf({
  lines,
  references_json: json,
}: MovementTexts): Generator<MovementBasics, void> {
  if (lines === null || json === null) return
  const references = JSON.parse(json) as (string | null)[]
  let from = 0
  for (const reference of references) {
    const end = lines.indexOf('\n', from)
    yield movementOf(lines.slice(from, end === -1 ? undefined : end), reference)
    from = end + 1
  }
}

function movementOf(line: string, reference: string | null): MovementBasics {
  const [number = '', code, amount = '', at, isDebit, wallet, order, ordered, caseId, deposit] =
    line.slice(1, -1).split(',')
  return {
    transfer_no: BigInt(number),
    code: Number(code),
    amount: BigInt(amount),
    at_ms: Number(at),
    reference,
    is_debit: isDebit === 't',
    wallet_id: bigIntOf(wallet),
    order_no: bigIntOf(order),
    ordered_ms: ordered ? Number(ordered) : null,
    case_id: bigIntOf(caseId),
    deposit_no: bigIntOf(deposit),
  }
}

function bigIntOf(text: string | undefined): bigint | null {
  return text ? BigInt(text) : null
}

const { order_discount: DISCOUNT, order_surcharge: SURCHARGE, order_fee: FEE } = TRANSFER_CODES

type Charge = { -readonly [Field in keyof PricedMovement]: PricedMovement[Field] }

/** Merges discounts and fees into the charges right before them, by number. */
function* priced(rows: Iterable<MovementBasics>): Generator<PricedMovement, void> {
  /** The last movement, to which the next rows may belong. */
  let charge: Charge | undefined
  let next = 0n
  for (const row of rows) {
    const { code, transfer_no: number, amount } = row
    if (code !== DISCOUNT && code !== SURCHARGE && code !== FEE) {
      if (charge) yield charge
      charge = Object.assign(row, { discount: null, fee: null })
    } else if (!charge || number !== next) {
      // The row belongs to a charge of another chunk or currency.
      continue
    } else if (code === FEE) {
      charge.fee = amount
    } else {
      charge.discount = code === DISCOUNT ? amount : -amount
    }
    next = number + 1n
  }
  if (charge) yield charge
}
