import { oneRow, type Db } from '../db/mod.ts'
import { firstTransferFrom } from './movement-rows.ts'

/** Returns, for each instant, the number of the first transfer at it or later. */
export function numbersAt(
  db: Db,
  partnerId: number,
  instants: readonly number[],
): Promise<number[]> {
  return Promise.all(
    instants.map(async (ms) => {
      const { first } = await oneRow(db, firstTransferFrom(partnerId, ms))
      return Number(first)
    }),
  )
}
