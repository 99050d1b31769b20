import { minorUnits, storedCurrency, type Currency, type MinorUnits } from '../core/mod.ts'
import { oneRow, type Db } from '../db/mod.ts'
import { completedOrders, fundsByCurrency, unfinishedOrders } from './overview-rows.ts'

/** The data of the console's overview, for all partners except test partners. */
export interface Overview {
  /** Orders that are not final, by status. */
  readonly unfinished: readonly {
    readonly status: string
    readonly orders: number
    /** When the oldest of them was placed. */
    readonly oldestMs: number
  }[]
  readonly completed: { readonly orders: number; readonly codes: number }
  /** The funds of partners, and the amounts that orders hold. */
  readonly funds: readonly {
    readonly currency: Currency
    readonly postedMinor: MinorUnits
    readonly heldMinor: MinorUnits
  }[]
}

/** Reads the overview. Completed orders are counted from `sinceMs` on. */
export async function readOverview(db: Db, sinceMs: number): Promise<Overview> {
  const [unfinished, completed, funds] = await Promise.all([
    db.rows(unfinishedOrders()),
    oneRow(db, completedOrders(sinceMs)),
    db.rows(fundsByCurrency()),
  ])
  return {
    unfinished: unfinished.map(({ status, orders, oldest }) => ({
      status,
      orders: Number(orders),
      oldestMs: oldest.getTime(),
    })),
    completed: { orders: Number(completed.orders), codes: Number(completed.codes) },
    funds: funds.map(({ currency, posted, held }) => ({
      currency: storedCurrency(currency),
      postedMinor: minorUnits(BigInt(posted)),
      heldMinor: minorUnits(BigInt(held)),
    })),
  }
}
