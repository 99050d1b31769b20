import { expect, test } from 'vitest'
import { connect } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'

test('a statement has a minute, and as long as it takes where it is a migration', async () => {
  const { target, drop } = await freshDatabase()
  const allowed = async (isPatient: boolean): Promise<unknown> => {
    const db = connect(target, { connectionsMax: 1, isPatient, onIdleError: () => undefined })
    const { rows } = await db.pool.query('show statement_timeout')
    await db.close()
    return rows
  }

  expect(await allowed(false)).toEqual([{ statement_timeout: '1min' }])
  expect(await allowed(true)).toEqual([{ statement_timeout: '0' }])
  await drop()
})
