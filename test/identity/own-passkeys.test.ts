import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Authenticator } from '../support/authenticator.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'
import { CONSOLE, PasskeyFixture, PATH, WRONG } from './passkey-fixture.ts'

let fixture: PasskeyFixture

beforeAll(async () => {
  fixture = await PasskeyFixture.open()
})
afterAll(() => fixture.end())
beforeEach(() => fixture.advance(60))

test.each(WRONG.slice(0, 3))('a passkey %s is not added', async (_, wrong) => {
  const user = await signedIn(fixture.service)
  const options = dataOf(await user.post(PATH, { password: PASSWORD }))
  const passkey = new Authenticator().create(options, { ...CONSOLE, ...wrong })

  const reply = await user.post(`${PATH}/confirm`, { name: 'wrong', ...passkey })

  expect(reply.status).toBe(400)
  expect(reply.body.error.details).toMatchObject([{ field: 'attestationObject' }])
  expect((await fixture.factorsOf(user)).passkeys).toEqual([])
})

test('adding a passkey needs the password, a name, a challenge of the same user and a new passkey', async () => {
  const [user, stranger] = [await signedIn(fixture.service), await signedIn(fixture.service)]
  expect((await user.post(PATH, { password: 'wrong' })).status).toBe(400)
  const passkey = new Authenticator()
  const confirm = async (as: Browser, options: Json, name = 'key'): Promise<number> =>
    (await as.post(`${PATH}/confirm`, { name, ...passkey.create(options, CONSOLE) })).status
  const ask = async (): Promise<Json> => dataOf(await user.post(PATH, { password: PASSWORD }))

  expect(await confirm(user, await ask(), ' ')).toBe(400)
  expect(await confirm(stranger, await ask())).toBe(409)
  expect(await confirm(user, await ask())).toBe(201)
  const again = await ask()
  expect(again.excludeCredentials).toEqual([{ type: 'public-key', id: passkey.id }])
  expect(await confirm(user, again)).toBe(409)
})

test('a user renames and removes own passkeys; the recovery codes go with the last passkey', async () => {
  const [user, stranger] = [await signedIn(fixture.service), await signedIn(fixture.service)]
  const { passkey } = await fixture.addPasskey(user)
  const [{ passkeyId }] = (await fixture.factorsOf(user)).passkeys
  const path = `${PATH}/${passkeyId}`
  const rename = (as: Browser, name: string): Promise<Reply> => as.send('PATCH', path, { name })
  const remove = (as: Browser, password: string = PASSWORD): Promise<Reply> =>
    as.post(`${path}/remove`, { password })

  expect((await rename(stranger, 'mine')).status).toBe(404)
  expect((await remove(stranger)).status).toBe(404)
  expect((await remove(user, 'wrong')).status).toBe(400)
  expect((await rename(user, '')).status).toBe(400)
  expect((await rename(user, 'blue key')).status).toBe(200)
  expect((await fixture.factorsOf(user)).passkeys).toMatchObject([{ passkeyId, name: 'blue key' }])
  expect((await remove(user)).status).toBe(200)

  expect(await fixture.factorsOf(user)).toEqual({ passkeys: [], recoveryCodesLeft: 0 })
  expect((await fixture.signInBy(passkey)).status).toBe(401)
  expect(await fixture.signInByPassword(user)).toEqual({ status: 'SIGNED_IN' })
  const recorded = await Promise.all(
    ['add', 'rename', 'remove'].map((act) => fixture.entriesOf(user, `user.${act}_passkey`)),
  )
  expect(recorded).toMatchObject([
    [{ after: { passkeyId, name: 'laptop' } }],
    [{ before: { passkeyId, name: 'laptop' }, after: { passkeyId, name: 'blue key' } }],
    [{ before: { passkeyId, name: 'blue key' } }],
  ])
})

test('a user has at most 20 passkeys', async () => {
  const user = await signedIn(fixture.service)
  for (let count = 0; count < 20; count += 1) await fixture.addPasskey(user)

  expect((await user.post(PATH, { password: PASSWORD })).status).toBe(409)
})
