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

/** Returns what changed the balance of these funds, oldest first. */
export async function readChunk(
  db: Db,
  of: FundsAccount,
  numbers: Numbers,
): Promise<PricedMovement[]> {
  return priced(movementsOf(await oneRow(db, statementTexts(of, numbers))))
}

function movementsOf({ lines, references_json: json }: MovementTexts): MovementBasics[] {
  if (lines === null || json === null) return []
  const references = JSON.parse(json) as (string | null)[]
  return lines.split('\n').map((line, at) => movementOf(line, references[at] ?? null))
}

function movementOf(line: string, reference: string | null): MovementBasics {
  const [no = '', code, amount = '', at, isDebit, wallet, order, ordered, caseId, deposit] = line
    .slice(1, -1)
    .split(',')
  return {
    transfer_no: BigInt(no),
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

/** Puts a discount and a fee into the charge that they follow, by their numbers. */
function priced(rows: readonly MovementBasics[]): PricedMovement[] {
  const movements: { -readonly [Field in keyof PricedMovement]: PricedMovement[Field] }[] = []
  let next = 0n
  for (const row of rows) {
    const { code, transfer_no: no, amount } = row
    const charge = movements.at(-1)
    if (code !== DISCOUNT && code !== SURCHARGE && code !== FEE) {
      movements.push(Object.assign(row, { discount: null, fee: null }))
    } else if (!charge || no !== next) {
      // It belongs to a charge of another chunk or currency.
      continue
    } else if (code === FEE) {
      charge.fee = amount
    } else {
      charge.discount = code === DISCOUNT ? amount : -amount
    }
    next = no + 1n
  }
  return movements
}
