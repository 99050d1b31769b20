import type { Database } from './db.ts'
import { isDiskFull } from './full-disk.ts'
import { sql } from './sql.ts'
import { transactOnce } from './transact.ts'

/**
 * Returns true if the disk of the database has room for a megabyte. A failed statement alone proves
 * nothing: a statement that needs room to sort can fail while there is room for writes.
 */
export async function hasRoom(db: Database): Promise<boolean> {
  try {
    await transactOnce(db, async (tx) => {
      await tx.rows(sql`
        create temporary table disk_probe on commit drop as
          select repeat('x', 1000) as filler from generate_series(1, 1000)`)
    })
    return true
  } catch (error) {
    if (isDiskFull(error)) return false
    throw error
  }
}
