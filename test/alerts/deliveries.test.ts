import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  announceAlerts,
  createWebhookChannel,
  deliverAlerts,
  listAlerts,
  raiseAlert,
  resolveAlert,
  type AlertChannel,
  type UnsentAlert,
} from '../../src/alerts/mod.ts'
import { sendDue } from '../../src/alerts/deliver.ts'
import { MS_PER_HOUR, repeat, type RepeatedWork } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { movableClock } from '../support/domain.ts'
import { eventually } from '../support/eventually.ts'
import { openWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'

const KIND = 'low_stock'
const SUBJECT = 'product:7:10.00'
const SECRET = randomBytes(32)

let database: FreshDatabase
let clock: ReturnType<typeof movableClock>
let receiver: WebhookReceiver
let unsent: UnsentAlert[]
let running: RepeatedWork[]

beforeEach(async () => {
  database = await freshDatabase()
  clock = movableClock()
  receiver = await openWebhookReceiver()
  unsent = []
  running = []
})
afterEach(async () => {
  await stop()
  await database.drop()
})

async function stop(): Promise<void> {
  await Promise.all(running.splice(0).map((one) => one.stop()))
}

function webhook(): AlertChannel {
  return createWebhookChannel({ url: receiver.url, secret: SECRET, clock })
}

/** Announces and delivers alerts as a process with these channels does. */
function start(...channels: AlertChannel[]): void {
  const { db } = database
  announceFor(...channels.map(({ name }) => name))
  running.push(deliverAlerts({ db, clock, channels, onUnsent, onFault: unexpected }))
}

function announceFor(...channels: AlertChannel['name'][]): void {
  const { db } = database
  const announcer = { db, clock, channels, announce() {} }
  running.push(repeat(() => announceAlerts(announcer), 100, unexpected))
}

/** Sends the due notices of a channel, once. */
function send(channel: AlertChannel): Promise<void> {
  return sendDue({ db: database.db, clock, onUnsent }, channel)
}

function onUnsent(fault: UnsentAlert): void {
  unsent.push(fault)
}

function unexpected(error: unknown): never {
  return expect.unreachable(String(error))
}

async function raise(subject = SUBJECT): Promise<void> {
  await transact(database.db, (tx) => {
    const text = { severity: 'warning', message: 'Acme 10 USD is low on stock' } as const
    raiseAlert(tx, { kind: KIND, subject, ...text, details: { free: 3 }, at: clock.now() })
    return Promise.resolve()
  })
}

async function resolve(): Promise<void> {
  await transact(database.db, (tx) => {
    resolveAlert(tx, { kind: KIND, subject: SUBJECT, at: clock.now() })
    return Promise.resolve()
  })
}

async function untilAnnounced(): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.db.pool.query(`
      select from alerts
      where announced_at is null or (resolved_at is not null and resolution_announced_at is null)`)
    expect(rows).toEqual([])
  })
}

async function deliveries() {
  const { rows } = await listAlerts(database.db, { page: 1, pageSize: 10 })
  return rows.flatMap((alert) => alert.deliveries)
}

async function untilSettled(...expected: object[]): Promise<void> {
  await eventually(async () => expect(await deliveries()).toMatchObject(expected))
}

const typesReceived = () => receiver.received.map(({ body }) => JSON.parse(body).type)
const idsReceived = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))

test('each alert is sent once when it is raised and once when it is resolved, by many processes', async () => {
  for (let process = 0; process < 4; process += 1) start(webhook())
  await raise()
  await raise()
  await untilSettled({ event: 'raised', status: 'SENT' })
  await resolve()
  await untilSettled({ event: 'raised', status: 'SENT' }, { event: 'resolved', status: 'SENT' })
  await stop()
  start(webhook())
  await raise('product:8:10.00')
  await untilSettled({ status: 'SENT' }, { status: 'SENT' }, { status: 'SENT' })

  expect(typesReceived()).toEqual(['alert.raised', 'alert.resolved', 'alert.raised'])
  expect(idsReceived().size).toBe(3)
})

test('a notice that was not accepted is sent again under its id after growing pauses', async () => {
  receiver.respond((response) => void response.writeHead(500).end('of the receiver'))
  announceFor('webhook')
  await raise()
  await untilAnnounced()
  const channel = webhook()
  for (const [at, pauseMs] of [5_000, 10_000, 20_000].entries()) {
    await send(channel)
    await send(channel)
    const lastFault = 'HTTP 500'
    expect(await deliveries()).toMatchObject([{ status: 'QUEUED', attempts: at + 1, lastFault }])
    clock.advance(pauseMs)
  }
  receiver.respond((response) => void response.writeHead(200).end())
  await send(channel)
  clock.advance(MS_PER_HOUR)
  await send(channel)

  expect(await deliveries()).toMatchObject([{ status: 'SENT', attempts: 4 }])
  expect(receiver.received).toHaveLength(4)
  expect(idsReceived().size).toBe(1)
  expect(unsent).toMatchObject([{ channel: 'webhook', fault: 'HTTP 500', isGivenUp: false }])
})

test('after twenty attempts a notice is given up', async () => {
  receiver.respond((response) => void response.writeHead(404).end())
  announceFor('webhook')
  await raise()
  await untilAnnounced()
  for (let attempts = 1; attempts <= 21; attempts += 1) {
    await send(webhook())
    clock.advance(MS_PER_HOUR)
  }

  const lastFault = 'HTTP 404'
  expect(await deliveries()).toMatchObject([{ status: 'FAILED', attempts: 20, lastFault }])
  expect(receiver.received).toHaveLength(20)
  expect(unsent.map(({ isGivenUp }) => isGivenUp)).toEqual([false, true])
})

test('a process that ends before it records a success leaves the notice to another one', async () => {
  announceFor('webhook')
  await raise()
  await untilAnnounced()
  const stuck: AlertChannel = { name: 'webhook', send: () => new Promise(() => {}), close() {} }
  void send(stuck)
  await untilSettled({ status: 'QUEUED', attempts: 1 })
  await send(webhook())
  expect(receiver.received).toEqual([])
  clock.advance(MS_PER_HOUR)
  await send(webhook())

  expect(await deliveries()).toMatchObject([{ status: 'SENT', attempts: 2 }])
  expect(receiver.received).toHaveLength(1)
})

test('a process that has lost its lease records nothing', async () => {
  announceFor('webhook')
  await raise()
  await untilAnnounced()
  const gate = new EventEmitter()
  const slow: AlertChannel = {
    name: 'webhook',
    async send() {
      await once(gate, 'open')
      throw new Error('too late')
    },
    close() {},
  }
  const late = send(slow)
  await untilSettled({ status: 'QUEUED', attempts: 1 })
  clock.advance(MS_PER_HOUR)
  await send(webhook())
  gate.emit('open')
  await late

  expect(await deliveries()).toMatchObject([{ status: 'SENT', attempts: 2 }])
  const [{ lastFault } = expect.unreachable()] = await deliveries()
  expect(lastFault).toBeUndefined()
})

test('a resolution is sent after the raise of its alert', async () => {
  receiver.respond((response) => void response.writeHead(503).end())
  announceFor('webhook')
  await raise()
  await untilAnnounced()
  await send(webhook())
  await resolve()
  await untilAnnounced()
  receiver.respond((response) => void response.writeHead(204).end())
  await send(webhook())
  expect(typesReceived()).toEqual(['alert.raised'])
  clock.advance(5_000)
  await send(webhook())
  await send(webhook())

  expect(typesReceived()).toEqual(['alert.raised', 'alert.raised', 'alert.resolved'])
})

test('an alert raised while there was no channel is not sent later, nor is its resolution', async () => {
  start()
  await raise()
  await untilAnnounced()
  await stop()
  start(webhook())
  await resolve()
  await untilAnnounced()
  await raise('product:8:10.00')

  await untilSettled({ event: 'raised', status: 'SENT' })

  expect(typesReceived()).toEqual(['alert.raised'])
})

test('notices that wait for a channel that is switched off are given up', async () => {
  receiver.respond((response) => void response.writeHead(503).end())
  announceFor('webhook')
  await raise()
  await untilAnnounced()
  await send(webhook())
  start()
  const lastFault = 'its channel was switched off meanwhile'

  await untilSettled({ status: 'FAILED', attempts: 1, lastFault })
})
