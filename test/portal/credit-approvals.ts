import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { act, draftBy, mailsOfDrafts, orderOf } from '../support/draft-team.ts'
import { withdrawDuringApproval } from './team-locks.ts'
import { add, credit, start } from './teams.ts'

/** Creates a partner where credits of 15.00 USD or more need an approval; returns its people. */
async function teamOf(fixture: Fixture) {
  const { partnerId } = await fixture.newPartner({ USD: '100.00' })
  const signInAs = (role: 'owner' | 'finance' | 'approver') =>
    signedIn(fixture, { role, partnerId })
  const [owner, finance, approver] = [
    await signInAs('owner'),
    await signInAs('finance'),
    await signInAs('approver'),
  ]
  await setRule(owner, 15)
  return { partnerId, owner, finance, approver }
}

/** Defines the tests of credits from the amount of a rule on, which need two people. */
export function testCreditApprovals(fixtureOf: () => Fixture): void {
  const team = () => teamOf(fixtureOf())
  test('one person alone credits less than the rule, by a credit or by the first funds of a wallet', async () => {
    const { owner, finance } = await team()
    expect((await add(finance, 15)).status).toBe(403)
    const { walletId } = dataOf(await add(finance, 14.99))
    for (const by of [finance, owner]) {
      const { status, body } = await credit(by, walletId, 15)
      expect([status, body.error?.message]).toEqual([403, expect.stringContaining('15.00 USD')])
    }
    // The credits of the person on this day are added up.
    expect((await credit(finance, walletId, 0.01)).status).toBe(403)
    expect((await credit(owner, walletId, 5)).status).toBe(200)
    expect((await credit(finance, walletId, 15, { transactionType: 'DEBIT' })).status).toBe(200)
    expect(await fundsOf(finance)).toBe(95.01)
    // Concurrent changes of a rule are made one after the other.
    await Promise.all(Array.from({ length: 12 }, () => setRule(owner, 15)))
    expect(await setRule(owner, undefined)).toEqual([])
    expect((await credit(finance, walletId, 15)).status).toBe(200)
  })

  test('a credit from the amount of the rule on is a draft until another person approves it, once', async () => {
    const { owner, finance, approver } = await team()
    const { walletId } = dataOf(await add(finance, 5))
    const draftId = await draftCredit(finance, walletId, 15)
    expect(await fundsOf(finance)).toBe(95)
    const shown = dataOf(await approver.get(`/portal/v1/drafts/${draftId}`))
    const one = { currency: 'USD', amount: 15, credits: 1, walletId: String(walletId) }
    expect([shown.kind, shown.credits]).toEqual(['CREDIT', [{ ...one, description: 'May' }]])

    expect((await act(finance, draftId, 'approve')).status).toBe(403)
    const twins = await Promise.all([
      act(approver, draftId, 'approve'),
      act(owner, draftId, 'approve'),
    ])
    expect(twins.some(({ status }) => status === 200)).toBe(true)
    expect((await act(owner, draftId, 'approve')).status).toBe(409)
    expect(await fundsOf(finance)).toBe(80)
    const { rows } = await fixtureOf().db.pool.query(
      `select links from order_drafts where draft_id = $1`,
      [draftId.slice('drf_'.length)],
    )
    expect(rows).toEqual([{ links: null }])
    const target = `wallet:${String(walletId)}`
    const audit = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=${target}`))
    const acts = audit.map(({ action, actor }: Json) => [action, actor])
    expect(acts).toContainEqual(['wallet.credit', finance.email])
    expect(acts.map(([action]: string[]) => action)).toContain('credit.approve')
  })

  test('a credit that is withdrawn while its approval waits for the lock of the book is not made', async () => {
    const { partnerId, finance, approver } = await team()
    const { walletId } = dataOf(await add(finance, 5))
    const draftId = await draftCredit(finance, walletId, 15)
    await withdrawDuringApproval(fixtureOf(), { partnerId, draftId, maker: finance, approver })
    expect(await fundsOf(finance)).toBe(95)
  })

  test('a credit waits again if the funds are short or its maker may no longer credit; its maker withdraws it', async () => {
    const { owner, finance, approver } = await team()
    const { walletId } = dataOf(await add(finance, 5))
    const expensive = await draftCredit(finance, walletId, 96)
    expect((await act(approver, expensive, 'approve')).status).toBe(402)
    expect((await act(owner, expensive, 'withdraw')).status).toBe(403)
    expect(dataOf(await act(finance, expensive, 'withdraw')).state).toBe('WITHDRAWN')
    const draftId = await draftCredit(finance, walletId, 20)
    const viewer = JSON.stringify({ role: 'viewer' })
    dataOf(await owner.send('PATCH', `/portal/v1/users/${finance.userId}`, viewer))
    expect((await act(approver, draftId, 'approve')).status).toBe(403)
    expect(dataOf(await owner.get(`/portal/v1/drafts/${draftId}`)).state).toBe('WAITING')
    expect(await fundsOf(owner)).toBe(95)
  })
}

/** Defines the tests of files whose credits need two people. */
export function testFileApprovals(fixtureOf: () => Fixture): void {
  const team = () => teamOf(fixtureOf())
  test('a file from the amount of the rule on is started by a person who did not upload it, once', async () => {
    const { owner, finance } = await team()
    const importId = await upload(finance, 10)
    expect((await start(finance, importId)).status).toBe(403)
    expect(await fundsOf(owner)).toBe(100)
    const twins = await Promise.all([start(owner, importId), start(owner, importId)])
    expect(new Set(twins.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const small = await upload(finance, 7)
    const halves = await Promise.all([
      start(finance, small),
      start(finance, await upload(finance, 6)),
    ])
    expect(new Set(halves.map(({ status }) => status))).toEqual(new Set([200, 403]))
  })

  test('a rule that is set after the upload applies to the file; a file that waits 8 days is refused', async () => {
    const { partnerId, owner, finance } = await team()
    await setRule(owner, undefined)
    const importId = await upload(finance, 10)
    await setRule(owner, 20)
    expect((await start(finance, importId)).status).toBe(403)
    await fixtureOf().db.pool.query(
      `update credit_imports set created_at = created_at - interval '8 days'
       where partner_id = ${partnerId}`,
    )
    expect((await start(owner, importId)).status).toBe(409)
    expect(await fundsOf(owner)).toBe(100)
  })

  test('approvers are mailed about a file and start it by its draft; a wallet of others gets no draft', async () => {
    await mailsOfDrafts(fixtureOf())
    const { owner, finance, approver } = await team()
    const importId = await upload(finance, 10)
    const mails = await mailsOfDrafts(fixtureOf())
    expect(mails.map(({ to }) => to.address).toSorted()).toEqual(
      [owner.email, approver.email].toSorted(),
    )
    expect(mails[0]?.subject).toBe('A file of credits waits for your approval')
    const draftId = `drf_${importId}`
    expect(mails[0]?.text).toContain(`/portal/approvals/${draftId}\n`)
    expect((await act(finance, draftId, 'approve')).status).toBe(403)
    expect((await act(finance, draftId, 'reject')).status).toBe(403)
    const { credits } = dataOf(await approver.get(`/portal/v1/drafts/${draftId}`))
    expect(credits).toEqual([{ currency: 'USD', amount: 20, credits: 2 }])
    expect(dataOf(await act(approver, draftId, 'approve')).state).toBe('ORDERED')
    expect((await start(owner, importId)).status).toBe(409)

    const other = await team()
    const { walletId } = dataOf(await add(other.finance, 5))
    const path = `/portal/v1/wallets/${String(walletId)}/credit-drafts`
    const drafted = { amount: 20, referenceId: randomUUID() }
    expect((await finance.post(path, drafted)).status).toBe(404)
  })

  test('a file that is rejected, withdrawn or cancelled ends with its draft; one below the rule has none', async () => {
    const { owner, finance, approver } = await team()
    const stateOf = async (id: string) => [
      dataOf(await owner.get(`/portal/v1/credit-imports/${id}`)).state,
      dataOf(await owner.get(`/portal/v1/drafts/drf_${id}`)).state,
    ]
    const rejected = await upload(finance, 10)
    dataOf(await act(approver, `drf_${rejected}`, 'reject', { reason: 'no' }))
    expect(await stateOf(rejected)).toEqual(['CANCELLED', 'REJECTED'])
    const withdrawn = await upload(finance, 10)
    dataOf(await act(finance, `drf_${withdrawn}`, 'withdraw'))
    expect(await stateOf(withdrawn)).toEqual(['CANCELLED', 'WITHDRAWN'])
    const cancelled = await upload(finance, 10)
    dataOf(await finance.post(`/portal/v1/credit-imports/${cancelled}/cancel`, {}))
    expect(await stateOf(cancelled)).toEqual(['CANCELLED', 'WITHDRAWN'])
    const small = await upload(finance, 7)
    expect((await owner.get(`/portal/v1/drafts/drf_${small}`)).status).toBe(404)
  })
}

/**
 * Defines the tests that a file changes neither drafts of others nor the count of the day before it
 * starts.
 */
export function testFilesAlone(fixtureOf: () => Fixture): void {
  const team = () => teamOf(fixtureOf())
  test('a start that needs no approval any more withdraws the draft of the file, and approves none', async () => {
    const { owner, finance } = await team()
    const free = await upload(finance, 10)
    await setRule(owner, undefined)
    dataOf(await start(finance, free))
    expect(dataOf(await owner.get(`/portal/v1/drafts/drf_${free}`)).state).toBe('WITHDRAWN')
    const target = `draft:drf_${free}`
    const audit = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=${target}`))
    expect(audit.map(({ action }: Json) => action)).not.toContain('order_draft.approve')
  })

  test('a file cannot take the id of a draft, and its start does not end an order draft of that id', async () => {
    const { partnerId, owner, finance } = await team()
    const buyer = await signedIn(fixtureOf(), { role: 'buyer', partnerId })
    const draftId = await draftBy(buyer, orderOf(fixtureOf(), 1))
    const importId = draftId.slice('drf_'.length)
    expect((await sendFile(finance, 10, importId)).status).toBe(409)
    const small = await upload(finance, 1)
    await fixtureOf().db.pool.query(
      'update order_drafts set draft_id = $1 where draft_id = $2 and partner_id = $3',
      [small, importId, partnerId],
    )
    dataOf(await start(finance, small))
    expect(dataOf(await owner.get(`/portal/v1/drafts/drf_${small}`)).state).toBe('WAITING')
  })

  test('a file that continues is counted once; an empty wallet is opened whatever the day has used', async () => {
    const { owner, finance, approver } = await team()
    const importId = await upload(finance, 7)
    await fixtureOf().db.pool.query(
      `create function stopped() returns trigger language plpgsql as $$
       begin new.state := 'STOPPED'; new.failure := 'no funds'; return new; end $$;
       create trigger stopped before update on credit_imports for each row
       when (new.import_id = '${importId}' and new.state = 'RUNNING') execute function stopped()`,
    )
    dataOf(await start(finance, importId))
    await fixtureOf().db.pool.query(
      'drop trigger stopped on credit_imports; drop function stopped()',
    )
    expect((await start(finance, importId)).status).toBe(200)
    expect((await add(finance, 1)).status).toBe(403)
    await setRule(owner, 10)
    expect((await add(finance, 0)).status).toBe(201)

    const draftId = `drf_${await upload(finance, 10)}`
    const approved = dataOf(await act(approver, draftId, 'approve', { reason: 'payday' }))
    expect([approved.state, approved.reason]).toEqual(['ORDERED', 'payday'])
  })
}

const draftCredit = async (by: Browser, walletId: unknown, amount: number): Promise<string> => {
  const drafted = { amount, referenceId: randomUUID(), description: 'May' }
  const path = `/portal/v1/wallets/${String(walletId)}/credit-drafts`
  return dataOf(await by.post(path, drafted)).draftId
}
const setRule = async (by: Browser, approveFrom: number | undefined): Promise<Json[]> => {
  const rule = JSON.stringify({ kind: 'credits', currency: 'USD', approveFrom })
  return dataOf(await by.send('PUT', '/portal/v1/order-rules', rule))
}
/** Sends a file of two credits. */
const sendFile = async (by: Browser, each: number, importId?: string): Promise<Reply> => {
  const row = (n: number) => `${n}-${randomUUID()}@example.com,${each},USD,row-${n},Ann`
  const file = ['email,amount,currency,reference,fullName', row(1), row(2), ''].join('\n')
  const name = importId === undefined ? '' : `&importId=${importId}`
  const query = `fileReference=${randomUUID()}&createConsumers=true${name}`
  const headers = { 'content-type': 'text/csv' }
  return by.send('POST', `/portal/v1/credit-imports?${query}`, file, headers)
}
/** Uploads a file of two credits; returns its id. */
const upload = async (by: Browser, each: number): Promise<string> =>
  dataOf(await sendFile(by, each)).importId
const fundsOf = async (by: Browser): Promise<number> =>
  dataOf(await by.get('/portal/v1/funds'))[0].available
