import { expect, test } from 'vitest'
import { databaseBefore, type OldDatabase } from '../support/old-database.ts'

const FIRST = '0046_reserved_places.sql'
const SECOND = '0047_reservations_apart.sql'
const APART = { constraint: 'stock_reservations_apart' }
const BLOCK = '0192f000-0000-7000-8000-000000000001'

/** Reserves codes of one block, by first place and count. */
const reserve = ({ db }: OldDatabase, orderNo: number, first: number, quantity: number) =>
  db.pool.query(
    `insert into stock_reservations
       (product_id, partner_id, order_no, batch_no, state, block_ids, firsts, quantities)
     values (7, 1, $1, 1, 'RESERVED', array[$2]::uuid[], array[$3]::int[], array[$4]::int[])`,
    [orderNo, BLOCK, first, quantity],
  )

test('old reservations count for new ones, and new ones count while the migration runs', async () => {
  const old = await databaseBefore(FIRST)
  await reserve(old, 1, 0, 10)
  await old.migrateTo(FIRST)

  await reserve(old, 2, 10, 5)
  await expect(reserve(old, 3, 14, 1)).rejects.toMatchObject(APART)
  await old.migrateTo(SECOND)

  await expect(reserve(old, 4, 9, 1)).rejects.toMatchObject(APART)
  await expect(reserve(old, 5, 15, 5)).resolves.toMatchObject({ rowCount: 1 })
})

test('old reservations with a code in common are not migrated', async () => {
  const old = await databaseBefore(FIRST)
  await reserve(old, 1, 0, 10)
  await reserve(old, 2, 9, 10)

  await expect(old.migrateTo(SECOND)).rejects.toMatchObject(APART)
})
