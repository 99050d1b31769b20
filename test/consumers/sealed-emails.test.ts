import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNotifier, listConsumers, switchMailingOn } from '../../src/consumers/mod.ts'
import { createSmtpTransport } from '../../src/mail/mod.ts'
import { SealBroken } from '../../src/vault/mod.ts'
import { textsOf } from '../support/database-texts.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox } from './mailbox.ts'
import { aConsumer, count, credit, kindOf, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture

beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const FIRST_PAGE = { page: 0, size: 50 }

async function emailsOf(partnerId: number): Promise<string[]> {
  const { content } = await listConsumers(fixture, partnerId, FIRST_PAGE)
  return content.map(({ consumerEmail }) => consumerEmail)
}

test('no address is in the database in plain text, also after a refusal of a mail server', async () => {
  const mailbox = await openMailbox()
  const partnerId = await fixture.partner({ USD: 100_00n })
  const transport = createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' })
  const notifier = createNotifier({ ...fixture, transport, log: { warn: () => undefined } })
  mailbox.answerTo((address) => (address.startsWith('ann') ? 550 : 452))
  await switchMailingOn(fixture.db)
  notifier.start()

  const ann = await aConsumer(fixture, partnerId, { email: 'Ann.Secret@Example.com' })
  await aConsumer(fixture, partnerId, { email: 'bob.secret@example.com', initialFunds: 1_00n })
  await credit(fixture.ledger, partnerId, { walletId: ann.walletId, amount: 1, referenceId: 'r' })
  expect(await kindOf(aConsumer(fixture, partnerId, { email: 'ann.secret@example.com' }))).toBe(
    'wallet_exists',
  )
  await eventually(async () => {
    expect(await count(fixture, 'notifications where last_fault is not null')).toBe(2)
  })
  await notifier.stop()
  await mailbox.down()

  const texts = await textsOf(fixture.db)
  expect(texts).toContainEqual(expect.stringContaining('not (address)'))
  expect(texts.filter((text) => /secret|@example/i.test(text))).toEqual([])
  expect(await emailsOf(partnerId)).toEqual(['ann.secret@example.com', 'bob.secret@example.com'])
})

test('the same address at two partners has different hashes and sealed bytes', async () => {
  for (const partnerId of [await fixture.partner(), await fixture.partner()]) {
    await aConsumer(fixture, partnerId, { email: 'ann@example.com' })
  }

  const { rows } = await fixture.db.pool.query<{ blinds: number }>(
    'select count(distinct email_blind)::integer as blinds from consumers',
  )
  expect(rows).toEqual([{ blinds: 2 }])
})

test('after a rotation of keys a consumer is found, and old and new addresses open', async () => {
  const partnerId = await fixture.partner()
  await aConsumer(fixture, partnerId, { email: 'ann@example.com' })
  await fixture.vault.control.rotateDataKeys(['consumers'], () => undefined)
  await aConsumer(fixture, partnerId, { email: 'bob@example.com' })

  expect(await kindOf(aConsumer(fixture, partnerId, { email: 'ann@example.com' }))).toBe(
    'wallet_exists',
  )
  expect(await emailsOf(partnerId)).toEqual(['ann@example.com', 'bob@example.com'])
})

test('addresses that were swapped between rows do not open', async () => {
  const partnerId = await fixture.partner()
  for (const name of ['ann', 'bob']) {
    await aConsumer(fixture, partnerId, { email: `${name}@example.com` })
  }

  await fixture.db.pool.query(
    `update consumers set email_sealed = other.email_sealed
     from consumers as other where other.consumer_id <> consumers.consumer_id`,
  )

  await expect(emailsOf(partnerId)).rejects.toThrow(SealBroken)
})
