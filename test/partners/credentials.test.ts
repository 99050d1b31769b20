import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MS_PER_DAY, OVERLAP_SECONDS_MAX } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import {
  ACTIVE_CREDENTIALS_MAX,
  createPartner,
  issueCredential,
  listCredentials,
  PERMISSIONS,
  revokeCredential,
  rotateCredential,
  type Credential,
  type IssuedCredential,
  type NewCredential,
  type RotatedCredential,
  type Rotation,
} from '../../src/partners/mod.ts'
import { endFixture, OPERATOR, START, startFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeEach(async () => void (fixture = await startFixture()))
afterEach(() => endFixture(fixture))

function issue(change: Partial<NewCredential> = {}): Promise<IssuedCredential> {
  const { partnerId } = fixture.partner
  return transact(fixture.db, (tx) =>
    issueCredential(tx, fixture, { partnerId, actor: OPERATOR, ...change }),
  )
}

function rotate(clientId: string, change: Partial<Rotation> = {}): Promise<RotatedCredential> {
  const { partnerId } = fixture.partner
  return transact(fixture.db, (tx) =>
    rotateCredential(tx, fixture, { partnerId, clientId, actor: OPERATOR, ...change }),
  )
}

function revoke(clientId: string, partnerId = fixture.partner.partnerId, reason = 'leaked') {
  const act = { partnerId, clientId, actor: OPERATOR, reason }
  return transact(fixture.db, (tx) => revokeCredential(tx, fixture.clock, act))
}

function list(): Promise<Credential[]> {
  return listCredentials(fixture.db, fixture.clock, fixture.partner.partnerId)
}

test('by default, a credential has every permission and no end', async () => {
  const issued = await issue()

  expect(issued.clientId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(issued.apiKey).toMatch(/^tsk_[A-Za-z0-9_-]{43}$/)
  expect(issued.hmacSecret).toMatch(/^[A-Za-z0-9+/]{43}=$/)
  expect(issued).toMatchObject({ permissions: PERMISSIONS, createdAt: START })
  expect(await list()).toEqual([
    {
      clientId: issued.clientId,
      label: undefined,
      permissions: PERMISSIONS,
      requiresSignatureV2: false,
      allowedAddresses: undefined,
      state: 'ACTIVE',
      createdAt: START,
      expiresAt: undefined,
      revokedAt: undefined,
    },
  ])
})

test('permissions are a set: each once, all known, at least one', async () => {
  const permissions = ['orders:write', 'balance:read', 'orders:write']
  expect((await issue({ permissions })).permissions).toEqual(['balance:read', 'orders:write'])

  for (const wrong of [[], ['orders:delete'], ['balance:read', 'ORDERS:READ']]) {
    await expect(issue({ permissions: wrong })).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field: 'permissions' }] },
    })
  }
})

test('an expiry must be in the future, and ends the credential to the millisecond', async () => {
  for (const expiresAt of [START, START - 1, Number.NaN]) {
    await expect(issue({ expiresAt })).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field: 'expiresAt' }] },
    })
  }
  await issue({ expiresAt: START + 1_000 })
  fixture.clock.advance(999)
  expect(await list()).toMatchObject([{ state: 'ACTIVE' }])
  fixture.clock.advance(1)
  expect(await list()).toMatchObject([{ state: 'EXPIRED', expiresAt: START + 1_000 }])
})

test('an unknown partner gets no credential', async () => {
  for (const partnerId of [99, 2 ** 40]) {
    await expect(issue({ partnerId })).rejects.toMatchObject({ kind: 'not_found' })
    await expect(listCredentials(fixture.db, fixture.clock, partnerId)).rejects.toMatchObject({
      kind: 'not_found',
    })
  }
})

test('rotation: label and permissions carry over, the old credential ends after a day', async () => {
  const old = await issue({ label: 'shop', permissions: ['codes:read'] })
  fixture.clock.advance(1_000)
  const rotated = await rotate(old.clientId)

  expect(rotated).toMatchObject({
    label: 'shop',
    permissions: ['codes:read'],
    expiresAt: undefined,
    previous: { clientId: old.clientId, expiresAt: START + 1_000 + MS_PER_DAY },
  })
  expect(rotated.clientId).not.toBe(old.clientId)
  expect(rotated.apiKey).not.toBe(old.apiKey)
  expect(rotated.hmacSecret).not.toBe(old.hmacSecret)
  expect(await list()).toMatchObject([
    { clientId: old.clientId, state: 'ACTIVE', expiresAt: START + 1_000 + MS_PER_DAY },
    { clientId: rotated.clientId, state: 'ACTIVE', label: 'shop', expiresAt: undefined },
  ])
  fixture.clock.advance(MS_PER_DAY)
  expect(await list()).toMatchObject([{ state: 'EXPIRED' }, { state: 'ACTIVE' }])
})

test('rotation: without an overlap the old credential ends at once', async () => {
  const old = await issue()
  fixture.clock.advance(1)
  await rotate(old.clientId, { overlapSeconds: 0 })
  expect(await list()).toMatchObject([{ state: 'EXPIRED' }, { state: 'ACTIVE' }])
})

test('rotation: an overlap does not extend the old credential beyond its expiry', async () => {
  const old = await issue({ expiresAt: START + 60_000 })
  const once = await rotate(old.clientId)
  const twice = await rotate(old.clientId, { overlapSeconds: OVERLAP_SECONDS_MAX })

  expect(once.previous.expiresAt).toBe(START + 60_000)
  expect(twice.previous.expiresAt).toBe(START + 60_000)
})

test('rotation: overlaps outside 0 to 7 days, or of part of a second, are refused', async () => {
  const { clientId } = await issue()
  for (const overlapSeconds of [-1, OVERLAP_SECONDS_MAX + 1, 0.5, Number.NaN]) {
    await expect(rotate(clientId, { overlapSeconds })).rejects.toMatchObject({
      kind: 'invalid_request',
      extras: { details: [{ field: 'overlapSeconds' }] },
    })
  }
})

test('rotation: a revoked or an expired credential is not rotated', async () => {
  const revoked = await issue()
  const expired = await issue({ expiresAt: START + 1 })
  await revoke(revoked.clientId)
  fixture.clock.advance(1)

  for (const { clientId } of [revoked, expired]) {
    await expect(rotate(clientId)).rejects.toMatchObject({ kind: 'state_conflict' })
  }
  expect(await list()).toHaveLength(2)
})

test('a revocation is immediate and final, and a repetition changes nothing', async () => {
  const { clientId } = await issue()
  fixture.clock.advance(10)
  const first = await revoke(clientId)
  fixture.clock.advance(10)

  expect(first).toMatchObject({ state: 'REVOKED', revokedAt: START + 10 })
  expect(await revoke(clientId)).toEqual(first)
  expect(await list()).toEqual([first])
})

test('a foreign, an unknown and a malformed client id are refused alike', async () => {
  const { clientId } = await issue()
  const stranger = await transact(fixture.db, (tx) =>
    createPartner(tx, fixture.clock, { name: 'stranger', actor: OPERATOR }),
  )
  const refused = { kind: 'not_found', message: 'no such credential' }

  await expect(revoke(clientId, stranger.partnerId)).rejects.toMatchObject(refused)
  await expect(rotate(clientId, stranger)).rejects.toMatchObject(refused)
  for (const wrong of ['00000000-0000-4000-8000-000000000000', 'x', "'"]) {
    await expect(revoke(wrong)).rejects.toMatchObject(refused)
  }
  expect(await list()).toMatchObject([{ state: 'ACTIVE' }])
})

test('a partner has a limited number of active credentials, however many ask at once', async () => {
  const tries = Array.from({ length: ACTIVE_CREDENTIALS_MAX + 5 }, () => issue())
  const settled = await Promise.allSettled(tries)
  const issued = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))

  expect(issued).toHaveLength(ACTIVE_CREDENTIALS_MAX)
  expect(settled.find((one) => one.status === 'rejected')?.reason).toMatchObject({
    kind: 'state_conflict',
  })
  const [first, second] = issued.map((one) => one.clientId)
  await expect(rotate(first ?? '')).rejects.toMatchObject({ kind: 'state_conflict' })
  await rotate(first ?? '', { overlapSeconds: 0 })
  await revoke(second ?? '')
  await issue()
})

test('no secret is stored in clear text, in any table', async () => {
  const first = await issue({ label: 'a label that can be found' })
  const second = await rotate(first.clientId)
  await revoke(first.clientId)
  const stored = await textOfAllTables()

  expect(stored).toContain('a label that can be found')
  expect(stored).toContain(createHash('sha256').update(second.apiKey).digest('hex'))
  for (const { apiKey, hmacSecret } of [first, second]) {
    const key = apiKey.slice('tsk_'.length)
    for (const spelling of [
      key,
      Buffer.from(apiKey).toString('hex'),
      Buffer.from(key, 'base64url').toString('hex'),
      hmacSecret,
      hmacSecret.slice(0, -1),
      Buffer.from(hmacSecret).toString('hex'),
      Buffer.from(hmacSecret, 'base64').toString('hex'),
      createHash('sha256').update(hmacSecret).digest('hex'),
    ]) {
      expect(stored).not.toContain(spelling)
    }
  }
})

/** Returns every row of every table as text; bytes as hexadecimal digits. */
async function textOfAllTables(): Promise<string> {
  const { pool } = fixture.db
  const tables = await pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts: string[] = []
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<{ row: string }>(
      `select row_to_json(${name})::text as row from ${name}`,
    )
    texts.push(...rows.map(({ row }) => row))
  }
  return texts.join('\n')
}

test('the audit log has each credential, and no secret', async () => {
  const { clientId } = await issue({ label: 'shop', permissions: ['orders:read'] })
  const rotated = await rotate(clientId, { reason: 'yearly' })
  await revoke(clientId)

  const target = `credential:${clientId}`
  const { rows } = await listAudit(fixture.db, { page: 1, pageSize: 10, target })
  expect(rows).toMatchObject([
    {
      action: 'credential.revoke',
      reason: 'leaked',
      before: { state: 'ACTIVE' },
      after: { state: 'REVOKED' },
    },
    {
      action: 'credential.rotate',
      reason: 'yearly',
      before: { expiresAt: null },
      after: {
        expiresAt: '2026-01-16T12:00:00.000Z',
        replacement: { clientId: rotated.clientId, label: 'shop', permissions: ['orders:read'] },
      },
    },
    {
      partnerId: fixture.partner.partnerId,
      actor: OPERATOR,
      action: 'credential.issue',
      after: { clientId, label: 'shop', permissions: ['orders:read'], expiresAt: null },
    },
  ])
  await revoke(clientId, undefined, 'seen in a forum')
  const latest = await listAudit(fixture.db, { page: 1, pageSize: 1, target })
  expect(latest.rows).toMatchObject([
    {
      action: 'credential.revoke',
      reason: 'seen in a forum',
      before: { state: 'REVOKED' },
      after: { state: 'REVOKED' },
    },
  ])
})
