import { expect, test } from 'vitest'
import { connect } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'

test('the time limit is a minute for a statement, ten seconds in a group, and none in a migration', async () => {
  const { target, drop } = await freshDatabase()
  const allowed = async (statements?: 'unbounded' | 'short'): Promise<unknown> => {
    const options = { connectionsMax: 1, onIdleError: () => undefined }
    const db = connect(target, { ...options, ...(statements && { statements }) })
    const { rows } = await db.pool.query('show statement_timeout')
    await db.close()
    return rows
  }

  expect(await allowed()).toEqual([{ statement_timeout: '1min' }])
  expect(await allowed('short')).toEqual([{ statement_timeout: '10s' }])
  expect(await allowed('unbounded')).toEqual([{ statement_timeout: '0' }])
  await drop()
})

test('the server checks every two seconds whether the client of a statement is still there', async () => {
  const { db, drop } = await freshDatabase()
  const { rows } = await db.pool.query('show client_connection_check_interval')
  expect(rows).toEqual([{ client_connection_check_interval: '2s' }])
  await drop()
})
