import { expect, test } from 'vitest'
import { TWO_PHASE } from '../../src/db/distribution/placement.ts'
import { connect, requireSession } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'
import { standInForCluster } from '../support/stand-in-cluster.ts'
import { statementsOfAllRequests } from './all-requests.ts'

test('what is sent to a distributed database answers each request of the documents', async () => {
  const sent = await statementsOfAllRequests({
    async connectThrough(target) {
      await standInForCluster(target)
      return target
    },
  })

  const texts = sent.map(({ text }) => text.replaceAll(/\s+/g, ' '))
  expect(texts.filter((text) => text.includes('with recursive found'))).toEqual([])
  expect(texts.filter((text) => / as \( insert into order_events/.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes('insert into order_events'))).not.toEqual([])
})

test('a database whose tables are not all placed is refused in one line that says so', async () => {
  const { target, drop } = await freshDatabase()
  await standInForCluster(target)
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  await expect(requireSession(db)).resolves.toBeUndefined()

  await db.pool.query('create table forgotten (partner_id integer)')
  await expect(requireSession(db)).rejects.toThrow(/^DATABASE_URL must [^\n]+: forgotten is not/)

  await db.pool.query(`drop table ${TWO_PHASE}`)
  await expect(requireSession(db)).rejects.toThrow(
    'DATABASE_URL must lead to a database that `tessera distribute` has distributed, or one ' +
      'without the extension citus',
  )

  await db.close()
  await drop()
})
