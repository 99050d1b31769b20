import { oneRow, type Db } from '../db/mod.ts'
import { anyKey } from './key-rows.ts'

/** Returns whether the database has data keys, which some master key has wrapped. */
export async function hasKeys(db: Db): Promise<boolean> {
  return (await oneRow(db, anyKey())).has_keys
}
