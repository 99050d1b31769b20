import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  createNotifier,
  createSmtpTransport,
  listConsumers,
  switchMailingOn,
} from '../../src/consumers/mod.ts'
import { SealBroken } from '../../src/vault/mod.ts'
import { textsOf } from '../support/database-texts.ts'
import { eventually } from '../support/eventually.ts'
import { openMailbox } from './mailbox.ts'
import { aConsumer, count, credit, kindOf, openStage, type Stage } from './stage.ts'

let stage: Stage

beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const FIRST_PAGE = { page: 0, size: 50 }

async function emailsOf(partnerId: number): Promise<string[]> {
  const { content } = await listConsumers(stage, partnerId, FIRST_PAGE)
  return content.map(({ consumerEmail }) => consumerEmail)
}

test('no address is in the database in plain text, also after a refusal of a mail server', async () => {
  const mailbox = await openMailbox()
  const partnerId = await stage.partner({ USD: 100_00n })
  const transport = createSmtpTransport({ url: mailbox.url, from: 'no-reply@tessera.test' })
  const notifier = createNotifier({ ...stage, transport, log: { warn: () => undefined } })
  mailbox.answerTo((address) => (address.startsWith('ann') ? 550 : 452))
  await switchMailingOn(stage.db)
  notifier.start()

  const ann = await aConsumer(stage, partnerId, { email: 'Ann.Secret@Example.com' })
  await aConsumer(stage, partnerId, { email: 'bob.secret@example.com', initialFunds: 1_00n })
  await credit(stage.ledger, partnerId, { walletId: ann.walletId, amount: 1, referenceId: 'r' })
  expect(await kindOf(aConsumer(stage, partnerId, { email: 'ann.secret@example.com' }))).toBe(
    'wallet_exists',
  )
  await eventually(async () => {
    expect(await count(stage, 'notifications where last_fault is not null')).toBe(2)
  })
  await notifier.stop()
  await mailbox.down()

  const texts = await textsOf(stage.db)
  expect(texts).toContainEqual(expect.stringContaining('not (address)'))
  expect(texts.filter((text) => /secret|@example/i.test(text))).toEqual([])
  expect(await emailsOf(partnerId)).toEqual(['ann.secret@example.com', 'bob.secret@example.com'])
})

test('the same address at two partners has different hashes and sealed bytes', async () => {
  for (const partnerId of [await stage.partner(), await stage.partner()]) {
    await aConsumer(stage, partnerId, { email: 'ann@example.com' })
  }

  const { rows } = await stage.db.pool.query<{ blinds: number }>(
    'select count(distinct email_blind)::integer as blinds from consumers',
  )
  expect(rows).toEqual([{ blinds: 2 }])
})

test('after a rotation of keys a consumer is found, and old and new addresses open', async () => {
  const partnerId = await stage.partner()
  await aConsumer(stage, partnerId, { email: 'ann@example.com' })
  await stage.vault.control.rotateDataKeys(['consumers'], () => undefined)
  await aConsumer(stage, partnerId, { email: 'bob@example.com' })

  expect(await kindOf(aConsumer(stage, partnerId, { email: 'ann@example.com' }))).toBe(
    'wallet_exists',
  )
  expect(await emailsOf(partnerId)).toEqual(['ann@example.com', 'bob@example.com'])
})

test('addresses that were swapped between rows do not open', async () => {
  const partnerId = await stage.partner()
  for (const name of ['ann', 'bob']) {
    await aConsumer(stage, partnerId, { email: `${name}@example.com` })
  }

  await stage.db.pool.query(
    `update consumers set email_sealed = other.email_sealed
     from consumers as other where other.consumer_id <> consumers.consumer_id`,
  )

  await expect(emailsOf(partnerId)).rejects.toThrow(SealBroken)
})
