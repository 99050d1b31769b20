import { createHash, createHmac, randomUUID, type KeyObject } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, transact, type Database } from '../../src/db/mod.ts'
import {
  createCredentialStore,
  issueCredential,
  revokeCredential,
  rotateCredential,
  updatePartner,
  type CredentialStore,
  type IssuedCredential,
} from '../../src/partners/mod.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import { beginNewLife } from '../support/new-life.ts'
import { endFixture, OPERATOR, START, startFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
let reads: CountedReads
let store: CredentialStore
beforeEach(async () => {
  fixture = await startFixture()
  reads = countReads(fixture.db)
  store = createCredentialStore({ db: reads, vault: fixture.vault, clock: fixture.clock })
})
afterEach(() => endFixture(fixture))

interface CountedReads extends Database {
  count: number
  /** Awaited before each read, and again once it has its rows. */
  before: () => Promise<void>
  after: () => Promise<void>
}

function countReads(db: Database): CountedReads {
  const counted: CountedReads = {
    ...db,
    count: 0,
    before: () => Promise.resolve(),
    after: () => Promise.resolve(),
    async rows(statement) {
      counted.count += 1
      await counted.before()
      const rows = await db.rows(statement)
      await counted.after()
      return rows
    },
  }
  return counted
}

function issue(permissions?: string[]): Promise<IssuedCredential> {
  const { partnerId } = fixture.partner
  return transact(fixture.db, (tx) =>
    issueCredential(tx, fixture, { partnerId, permissions, actor: OPERATOR }),
  )
}

async function revoke(clientId: string): Promise<void> {
  const act = { partnerId: fixture.partner.partnerId, clientId, actor: OPERATOR }
  await transact(fixture.db, (tx) => revokeCredential(tx, fixture.clock, act))
}

test('the HMAC key is the text of the secret as shown, the API key is kept as a hash', async () => {
  const { clientId, apiKey, hmacSecret } = await issue(['codes:read'])
  const cached = await store.find(clientId)

  expect(cached).toMatchObject({
    clientId,
    partnerId: fixture.partner.partnerId,
    partnerStatus: 'ACTIVE',
    rateLimit: null,
    permissions: new Set(['codes:read']),
  })
  expect(cached).not.toHaveProperty('expiresAt')
  expect(cached).not.toHaveProperty('revokedAt')
  expect(cached?.apiKeyHash).toBe(createHash('sha256').update(apiKey).digest('base64'))
  expect(signWith(cached?.hmacKey ?? '')).toBe(signWith(hmacSecret))
})

function signWith(key: string | KeyObject): string {
  return createHmac('sha256', key).update('GET\nnow').digest('base64')
}

test('a client is read once per second, however many requests it sends', async () => {
  const { clientId } = await issue()
  const found = await Promise.all(Array.from({ length: 100 }, () => store.find(clientId)))

  expect(new Set(found).size).toBe(1)
  expect(reads.count).toBe(1)
  fixture.clock.advance(999)
  expect(store.peek(clientId)?.credential).toBe(found[0])
  expect(await store.find(clientId.toUpperCase())).toBe(found[0])
  expect(reads.count).toBe(1)
  fixture.clock.advance(1)
  expect(store.peek(clientId)).toBeUndefined()
  await store.find(clientId)
  expect(reads.count).toBe(2)
})

test('an unknown client is cached as unknown; a text that is not a UUID is never read', async () => {
  const clientId = randomUUID()
  expect(store.peek(clientId)).toBeUndefined()
  expect(await store.find(clientId)).toBeUndefined()
  expect(store.peek(clientId)).toMatchObject({ credential: undefined })
  expect(await store.find(clientId)).toBeUndefined()
  expect(await store.find('no uuid')).toBeUndefined()
  expect(reads.count).toBe(1)
})

test('a flood of unknown clients costs a few reads, and does not evict known clients', async () => {
  const { clientId } = await issue()
  await store.find(clientId)
  const flood = Array.from({ length: 5_000 }, () => store.find(randomUUID()))

  expect(new Set(await Promise.all(flood))).toEqual(new Set([undefined]))
  expect(reads.count).toBeLessThan(15)
  expect(store.peek(clientId)?.credential).toMatchObject({ clientId })
})

test('a queue of reads that is too long refuses further clients as overloaded', async () => {
  const gate = new Gate()
  reads.before = () => gate.passed()
  const first = store.find(randomUUID())
  const waiting = Array.from({ length: 10_000 }, () => store.find(randomUUID()))

  await expect(store.find(randomUUID())).rejects.toMatchObject({ kind: 'overloaded' })
  gate.open()
  await Promise.all([first, ...waiting])
})

test('a known client is read before a queue of unknown ones, and is not refused for its length', async () => {
  const { clientId } = await issue()
  await store.find(clientId)
  fixture.clock.advance(1_000)
  const gate = new Gate()
  reads.before = () => gate.passed()
  const first = store.find(randomUUID())
  const waiting = Array.from({ length: 10_000 }, () => store.find(randomUUID()))
  const finding = store.find(clientId)
  gate.open()

  const found = await finding
  const readsUntilThen = reads.count
  await Promise.all([first, ...waiting])

  expect(found).toMatchObject({ clientId })
  expect(readsUntilThen).toBeLessThan(6)
})

test('a revocation by another process holds within a second', async () => {
  const { clientId } = await issue()
  await store.find(clientId)
  await revoke(clientId)

  expect(await store.find(clientId)).not.toHaveProperty('revokedAt')
  fixture.clock.advance(1_000)
  expect(await store.find(clientId)).toHaveProperty('revokedAt', START)
})

test('once a client is forgotten, its revocation holds at once, also after a read under way', async () => {
  const { clientId } = await issue()
  const [isRead, isForgotten] = [new Gate(), new Gate()]
  reads.after = () => {
    isRead.open()
    return isForgotten.passed()
  }
  const early = store.find(clientId)
  await isRead.passed()
  await revoke(clientId)
  store.forget(clientId)
  const late = store.find(clientId)
  isForgotten.open()

  expect(await early).not.toHaveProperty('revokedAt')
  expect(store.peek(clientId)).toBeUndefined()
  expect(await late).toHaveProperty('revokedAt', START)
  expect(store.peek(clientId)?.credential).toHaveProperty('revokedAt', START)
})

test('a credential that was read in an earlier life of the database is not cached', async () => {
  const { clientId } = await issue()
  reads.after = async () => {
    reads.after = () => Promise.resolve()
    await beginNewLife(fixture.target)
    await eventually(() => fixture.db.rows(sql`select 1`))
  }

  expect(await store.find(clientId)).toMatchObject({ clientId })
  expect(store.peek(clientId)).toBeUndefined()
  await store.find(clientId)
  expect(store.peek(clientId)?.credential).toMatchObject({ clientId })
})

test('once all clients are forgotten, a suspension and a new rate limit hold at once', async () => {
  const { clientId } = await issue()
  const { partnerId } = fixture.partner
  await store.find(clientId)
  await transact(fixture.db, (tx) =>
    updatePartner(tx, fixture.clock, partnerId, {
      status: 'SUSPENDED',
      rateLimit: 5,
      actor: OPERATOR,
    }),
  )
  expect(await store.find(clientId)).toMatchObject({ partnerStatus: 'ACTIVE' })
  store.forget()
  expect(await store.find(clientId)).toMatchObject({ partnerStatus: 'SUSPENDED', rateLimit: 5 })
})

test('both credentials hold during the overlap of a rotation, one with its end', async () => {
  const old = await issue()
  const { partnerId } = fixture.partner
  const { clientId } = await transact(fixture.db, (tx) =>
    rotateCredential(tx, fixture, {
      partnerId,
      clientId: old.clientId,
      overlapSeconds: 60,
      actor: OPERATOR,
    }),
  )
  expect(await store.find(old.clientId)).toMatchObject({ expiresAt: START + 60_000 })
  expect(await store.find(clientId)).not.toHaveProperty('expiresAt')
})

test('a secret that was moved to another client does not open, and affects no other client', async () => {
  const [moved, sound] = [await issue(), await issue()]
  await fixture.db.pool.query(
    `update credentials set hmac_secret_sealed =
       (select hmac_secret_sealed from credentials where client_id = $2)
     where client_id = $1`,
    [moved.clientId, sound.clientId],
  )
  const [broken, found] = await Promise.allSettled([
    store.find(moved.clientId),
    store.find(sound.clientId),
  ])
  expect(broken).toMatchObject({ status: 'rejected', reason: { name: 'SealBroken' } })
  expect(found).toMatchObject({ status: 'fulfilled', value: { clientId: sound.clientId } })
})

test('waiting requests fail if the database cannot be read; the next one reads again', async () => {
  const { clientId } = await issue()
  reads.before = () => Promise.reject(new Error('away'))
  await expect(store.find(clientId)).rejects.toThrow('away')
  reads.before = () => Promise.resolve()
  expect(await store.find(clientId)).toMatchObject({ clientId })
})
