import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { lockWaits } from '../support/lock-waits.ts'
import { openService, type RunningService } from '../support/service.ts'
import { fromPage, PASSWORD, signedIn } from '../support/signed-in.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.end())

/** Sends a request; replaces the password after its check of the password, before its write. */
async function replacePasswordDuring(email: string, send: () => Promise<Reply>): Promise<Reply> {
  const { pool } = service.db
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from users where email = $1 for update', [email])
    const reply = send()
    await eventually(async () => expect(await lockWaits(service.db)).toBe(1))
    await client.query('update users set password_hash = $2 where email = $1', [
      email,
      randomUUID(),
    ])
    await client.query('commit')
    return await reply
  } finally {
    client.release()
  }
}

test('a sign-in while the password is replaced gets no session', async () => {
  const { email } = await signedIn(service)
  const before = await sessions()

  const body = { email, password: PASSWORD }
  const reply = await replacePasswordDuring(email, () => fromPage(service, '/sign-in', { body }))

  expect(reply.status).toBe(401)
  expect(await sessions()).toBe(before)
})

async function sessions(): Promise<number | null> {
  return (await service.db.pool.query('select from user_sessions')).rowCount
}

test('a change by the old password is refused if the password was replaced meanwhile', async () => {
  const { email, post } = await signedIn(service)
  const change = { currentPassword: PASSWORD, newPassword: 'staple battery horse correct' }

  const reply = await replacePasswordDuring(email, () => post('/auth/v1/password', change))

  expect(reply.status).toBe(400)
  expect(reply.text).toContain('currentPassword')
  const { rows } = await service.db.pool.query('select password_hash from users where email = $1', [
    email,
  ])
  expect(rows[0]).toEqual({ password_hash: expect.stringMatching(/^[\da-f-]{36}$/) })
})
