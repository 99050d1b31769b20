import { expect } from 'vitest'
import { raiseAlert } from '../../../src/alerts/mod.ts'
import { sql, transact } from '../../../src/db/mod.ts'
import type { Json } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import type { RunningService } from '../../support/service.ts'

/** Raises an alert and waits until it is announced, as nothing changes it later. Returns its id. */
export async function alertOf(
  { services, admin }: RunningService,
  partnerId: number,
): Promise<number> {
  const { db, clock } = services
  const subject = `partner:${partnerId}`
  const fields = { kind: 'supplier_unfunded', severity: 'warning', message: 'is empty' } as const
  await transact(db, (tx) => {
    raiseAlert(tx, { ...fields, subject, at: clock.now() })
    return Promise.resolve()
  })
  await eventually(async () => {
    expect(await db.rows(sql`select from alerts where announced_at is null`)).toEqual([])
  })
  const { body } = await admin.get('/admin/v1/alerts')
  return body.data.find((alert: Json) => alert.subject === subject).alertId
}
