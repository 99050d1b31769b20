import { expect, test } from 'vitest'
import { queueNews } from '../../src/consumers/notification-rows.ts'
import { OLD_MAILS } from '../../src/consumers/mail-rows.ts'
import { removeOld, transact } from '../../src/db/mod.ts'
import { aConsumer, credit, openFixture } from './fixture.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

test('mails that were sent or given up are deleted after some days; pending ones and credits stay', async () => {
  const fixture = await openFixture()
  const { db, clock } = fixture
  const partnerId = await fixture.partner({ USD: 10_00n })
  const { walletId } = await aConsumer(fixture, partnerId)
  const queued = clock.now()
  for (const amount of [1, 2, 3]) {
    await credit(fixture.ledger, partnerId, { walletId, amount, referenceId: `r${amount}` })
  }
  const news = (now: number) => transact(db, (tx) => queueNews(tx, partnerId, { limit: 99, now }))
  await news(queued)
  await db.pool.query(`
    update notifications set status = 'SENT', next_try_at = null, sent_at = now()
    where transfer_no < (select max(transfer_no) from notifications)`)
  const statuses = async (mailDays: number, now: number) => {
    await removeOld({ db, clock: { now: () => now } }, OLD_MAILS, mailDays * MS_PER_DAY)
    const { rows } = await db.pool.query('select status from notifications order by transfer_no')
    return rows.map(({ status }) => String(status))
  }

  const all = ['SENT', 'SENT', 'PENDING']
  expect(await statuses(0, queued + 99_999 * MS_PER_DAY)).toEqual(all)
  expect(await statuses(7, queued + 7 * MS_PER_DAY)).toEqual(all)
  expect(await statuses(7, queued + 7 * MS_PER_DAY + 1)).toEqual(['PENDING'])
  await news(queued)
  expect(await statuses(0, queued)).toEqual(['PENDING'])
  await fixture.close()
})
