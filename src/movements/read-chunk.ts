import type { Db } from '../db/mod.ts'
import { TRANSFER_CODES } from '../ledger/mod.ts'
import {
  statementMovements,
  type MovementBasics,
  type Numbers,
  type PricedMovement,
} from './movement-rows.ts'

/** The funds of a partner in one currency. */
export interface FundsAccount {
  readonly partnerId: number
  readonly account: bigint
}

/** Returns what changed the balance of these funds, oldest first. */
export async function readChunk(
  db: Db,
  of: FundsAccount,
  numbers: Numbers,
): Promise<PricedMovement[]> {
  return priced(await db.rows(statementMovements(of, numbers)))
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
