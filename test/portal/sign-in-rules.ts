import { expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { requestFor } from '../conformance/bad-input/route-requests.ts'
import type { Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { addTotp, signedIn, type Browser } from '../support/signed-in.ts'
import { act, draftBy, orderOf } from '../support/draft-team.ts'
import { whileLocked } from './team-locks.ts'

const PATH = '/portal/v1/sign-in-rules'
const MESSAGE = 'a second factor is required; add one on Your account'

/** Defines the tests of partners that require a second factor of all their users. */
export function testSignInRules(fixtureOf: () => Fixture): void {
  const team = async () => {
    const { partnerId } = await fixtureOf().newPartner({ USD: '100.00' })
    const owner = await signedIn(fixtureOf(), { role: 'owner', partnerId })
    const buyer = await signedIn(fixtureOf(), { role: 'buyer', partnerId })
    return { partnerId, owner, buyer }
  }

  test('an owner with a second factor requires one of all users, in open sessions too', async () => {
    const { partnerId, owner, buyer } = await team()
    expect(dataOf(await owner.get(PATH))).toEqual({ isSecondFactorRequired: false })
    expect((await rule(owner, true)).status).toBe(409)
    await addTotp(owner)

    dataOf(await rule(owner, true))

    expect(isRefused(await buyer.get('/portal/v1/orders'))).toBe(true)
    expect(dataOf(await buyer.get('/auth/v1/me')).mustAddSecondFactor).toBe(true)
    await addTotp(buyer)
    expect(dataOf(await buyer.get('/auth/v1/me')).mustAddSecondFactor).toBe(false)
    expect((await buyer.get('/portal/v1/orders')).status).toBe(200)
    const { admin } = fixtureOf()
    const { secondFactorRequired } = dataOf(await admin.get(`/admin/v1/partners/${partnerId}`))
    expect(secondFactorRequired).toBe(true)
    dataOf(await rule(owner, true))
    const entries = dataOf(await admin.get(`/admin/v1/audit?action=partner.second_factor_rule`))
    const own = entries.filter(
      ({ target }: { target: string }) => target === `partner:${partnerId}`,
    )
    expect(own).toMatchObject([{ actor: owner.email, after: { secondFactorRequired: true } }])
  })

  test('without the second factor, a session opens no route of the portal', async () => {
    const { partnerId, owner } = await team()
    await addTotp(owner)
    const second = await signedIn(fixtureOf(), { role: 'owner', partnerId })
    dataOf(await rule(owner, true))
    for (const { name, access } of ROUTES) {
      if (access.to !== 'portal') continue
      const { method, target, headers } = requestFor(name, fixtureOf().ids)
      const body = method === 'GET' ? undefined : '[]'
      for (const mode of ['live', 'test']) {
        const reply = await second.send(method, target, body, {
          ...headers,
          'x-tessera-mode': mode,
        })
        expect([name, isRefused(reply)]).toEqual([name, true])
      }
    }
  })

  test('the rule applies to a write that was admitted before the rule was set', async () => {
    const { partnerId, owner } = await team()
    const reply = await whileLocked(fixtureOf(), {
      lock: `update partners set second_factor_required = true where partner_id = ${partnerId}`,
      write: () => owner.post('/portal/v1/credentials', {}),
    })
    expect([reply.status, reply.body.error?.message]).toEqual([403, withoutFactor(owner)])
  })

  test('a refused approval names the maker without a second factor, and what to do', async () => {
    const { partnerId, owner, buyer } = await team()
    const draftId = await draftBy(buyer, orderOf(fixtureOf()))
    await addTotp(owner)
    dataOf(await rule(owner, true))

    const { status, body } = await act(owner, draftId, 'approve')

    const message = `nothing was done, and the draft still waits: ${withoutFactor(buyer)}`
    expect([status, body.error?.message]).toEqual([403, message])
    expect(dataOf(await owner.get(`/portal/v1/drafts/${draftId}`)).state).toBe('WAITING')
    await addTotp(buyer)
    expect(dataOf(await act(owner, draftId, 'approve')).state).toBe('ORDERED')
    const { admin } = fixtureOf()
    const orders = dataOf(await admin.get(`/admin/v1/orders?partnerId=${partnerId}`))
    expect(orders).toHaveLength(1)
  })

  test('an owner who loses the own second factor at the same time cannot require one of all users', async () => {
    const { owner } = await team()
    await addTotp(owner)
    const reply = await whileLocked(fixtureOf(), {
      lock: `select from users where user_id = ${owner.userId} for no key update`,
      meanwhile: [`delete from user_totps where user_id = ${owner.userId}`],
      write: () => rule(owner, true),
    })
    expect(reply.status).toBe(409)
    expect(dataOf(await owner.get(PATH))).toEqual({ isSecondFactorRequired: false })
  })
}

function withoutFactor({ email }: Browser): string {
  return (
    `${email} has no second factor, which the organization requires: they sign in and add one on ` +
    '"Your account"; then this can be done'
  )
}

const rule = (owner: Browser, isSecondFactorRequired: boolean): Promise<Reply> =>
  owner.send('PUT', PATH, JSON.stringify({ isSecondFactorRequired }))

function isRefused({ status, body }: Reply): boolean {
  return status === 403 && body?.error?.message === MESSAGE
}
