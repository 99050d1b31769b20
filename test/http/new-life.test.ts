import { expect, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service.ts'

const PRODUCTS = '/v2/products?currency=USD'
/** Caches never expire here: only a new life of the database drops them. */
const clock = { now: () => systemClock.now(), monotonic: () => 1_000_000 }

test('a new life of the database drops the catalog and the credentials that were read before', async () => {
  const service = await startService({ clock })
  const { db, partner } = service
  await service.product({ brand: 'Lost' })
  const revoked = await partner.issue()
  const { clientId } = revoked.credentials
  const brands = async (): Promise<string[]> => {
    const { body } = await partner.get(PRODUCTS)
    return body.data.map(({ brand }: { brand: string }) => brand)
  }
  const statusOfRevoked = async (): Promise<number> => (await revoked.get(PRODUCTS)).status
  expect([await brands(), await statusOfRevoked()]).toEqual([['Lost'], 200])

  // An earlier state, as after a restore: with the same version, and without a signal.
  await db.rows(sql`update products set brand = 'Restored'`)
  await db.rows(sql`update credentials set revoked_at = now() where client_id = ${clientId}`)
  expect([await brands(), await statusOfRevoked()]).toEqual([['Lost'], 200])

  await db.rows(sql`delete from server_life`)
  await eventually(async () => {
    expect([await brands(), await statusOfRevoked()]).toEqual([['Restored'], 401])
  })
})
