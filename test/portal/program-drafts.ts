import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { signedClient, type Json, type SignedClient } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { act, aTeam, endQuotes, makeDearer, mailsOfDrafts, orderOf } from '../support/draft-team.ts'
import { whileLocked } from './team-locks.ts'

interface Program extends SignedClient {
  readonly clientId: string
  /** Path of the credential in the API of the operator. */
  readonly path: string
}

/** Issues a credential whose orders wait for a person. */
async function programOf({ admin, http }: Fixture, partnerId: number): Promise<Program> {
  const credentials = `/admin/v1/partners/${partnerId}/credentials`
  const permissions = ['drafts:write', 'balance:read']
  const issued = dataOf(await admin.post(credentials, { permissions }))
  const { clientId } = issued
  return { ...signedClient(http, issued), clientId, path: `${credentials}/${clientId}` }
}

/** Defines the tests of credentials whose orders only become drafts. */
export function testProgramDrafts(fixtureOf: () => Fixture): void {
  const team = async () => {
    const people = await aTeam(fixtureOf())
    return { ...people, program: await programOf(fixtureOf(), people.partnerId) }
  }
  const metadata = { team: 'HR' }
  const makeDraft = (program: Program, quantity = 1): Promise<Json> =>
    program.post('/v2/drafts', { ...orderOf(fixtureOf(), quantity), metadata }).then(dataOf)

  test('a credential that may only make drafts orders nothing until a person approves, then once', async () => {
    await mailsOfDrafts(fixtureOf())
    const { buyer, approver, owner, program } = await team()
    expect((await program.post('/v2/orders', orderOf(fixtureOf(), 1))).status).toBe(403)
    const draft = await makeDraft(program)
    const { draftId, clientReference } = draft
    expect(draft).toMatchObject({ state: 'WAITING', chargedAmount: 9.9, itemCount: 1, metadata })
    const mails = await mailsOfDrafts(fixtureOf())
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(
      [approver.email, owner.email].toSorted(),
    )
    expect(dataOf(await buyer.get('/portal/v1/funds'))[0]).toMatchObject({ available: 100 })
    for (const what of ['withdraw', 'retry', 'approve']) {
      expect([what, (await act(buyer, draftId, what)).status]).toEqual([what, 403])
    }

    const approved = dataOf(await act(approver, draftId, 'approve'))

    expect(approved).toMatchObject({ state: 'ORDERED', decidedBy: approver.email })
    const { orderId } = approved
    expect(dataOf(await program.get(`/v2/drafts/${draftId}`))).toMatchObject({
      state: 'ORDERED',
      orderId,
    })
    const orders = dataOf(await buyer.get('/portal/v1/orders'))
    expect(orders).toMatchObject([{ id: orderId, clientReference, metadata }])
    const audit = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=draft:${draftId}`))
    expect(audit.map(({ action, actor }: Json) => [action, actor])).toEqual([
      ['order_draft.approve', approver.email],
      ['order_draft.make', expect.stringMatching(/^client:/)],
    ])
  })

  test('a credential reads drafts of programs of its partner, none of people or other partners', async () => {
    const [{ owner, buyer, program }, other] = [await team(), await team()]
    const { draftId } = dataOf(await buyer.post('/portal/v1/drafts', orderOf(fixtureOf())))
    const foreign = await makeDraft(other.program)
    for (const id of [draftId, foreign.draftId]) {
      const { status, body } = await program.get(`/v2/drafts/${id}`)
      expect([status, body.error?.code]).toEqual([404, 'RESOURCE_NOT_FOUND'])
    }
    for (const what of ['approve', 'reject', 'retry', 'withdraw']) {
      expect([what, (await act(owner, foreign.draftId, what)).status]).toEqual([what, 404])
    }
    expect((await owner.get(`/portal/v1/drafts/${foreign.draftId}`)).status).toBe(404)
    expect(
      dataOf(await program.get(`/v2/drafts/${(await makeDraft(program)).draftId}`)).state,
    ).toBe('WAITING')
  })

  test('one Idempotency-Key makes one draft, and is refused with another payload', async () => {
    const { buyer, program } = await team()
    const order = orderOf(fixtureOf(), 1)
    const headers = { 'idempotency-key': randomUUID() }
    const sent = await Promise.all([1, 2].map(() => program.post('/v2/drafts', order, headers)))
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1)
    expect((await program.post('/v2/drafts', orderOf(fixtureOf(), 2), headers)).status).toBe(409)
    expect(dataOf(await buyer.get('/portal/v1/drafts'))).toHaveLength(1)
  })

  test('drafts of a credential that has ended are neither made nor approved', async () => {
    const { partnerId, approver, program } = await team()
    const { draftId } = await makeDraft(program)
    dataOf(await fixtureOf().admin.post(`${program.path}/rotate`, { overlapSeconds: 0 }))
    const { status, body } = await act(approver, draftId, 'approve')
    expect([status, body.error?.message]).toEqual([403, expect.stringContaining('credential')])
    expect(dataOf(await approver.get(`/portal/v1/drafts/${draftId}`)).state).toBe('WAITING')

    const second = await programOf(fixtureOf(), partnerId)
    const waiting = await makeDraft(second)
    const refusal = await whileLocked(fixtureOf(), {
      lock: `update credentials set revoked_at = now() where client_id = '${second.clientId}'`,
      write: () => second.post('/v2/drafts', orderOf(fixtureOf(), 1)),
    })
    expect(refusal.status).toBe(403)
    expect((await act(approver, waiting.draftId, 'approve')).status).toBe(403)
    expect(dataOf(await approver.get('/portal/v1/orders'))).toEqual([])
  })

  test('the spend limit of the credential, and the price that was shown, hold for an approval', async () => {
    const { partnerId, approver, program } = await team()
    const { admin } = fixtureOf()
    const limit = { currency: 'USD', clientId: program.clientId, perDay: 15 }
    dataOf(await admin.put(`/admin/v1/partners/${partnerId}/spend-limits`, limit))
    const [first, second] = [await makeDraft(program), await makeDraft(program)]
    expect((await act(approver, first.draftId, 'approve')).status).toBe(200)
    expect((await act(approver, second.draftId, 'approve')).status).toBe(402)
    await makeDearer(fixtureOf(), partnerId, 20)
    await endQuotes(fixtureOf(), partnerId)
    expect((await act(approver, second.draftId, 'approve')).status).toBe(409)
    expect(dataOf(await program.get(`/v2/drafts/${second.draftId}`)).chargedAmount).toBe(12)
  })
}
