import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { act, draftBy, orderOf } from '../support/draft-team.ts'

/** A partner with two people in the team HR, which may spend 25.00 USD a month. */
export async function teamOf(fixture: Fixture) {
  const { partnerId } = await fixture.newPartner({ USD: '200.00' })
  const signInAs = (role: 'owner' | 'finance' | 'buyer') => signedIn(fixture, { role, partnerId })
  const [owner, finance, buyer] = [
    await signInAs('owner'),
    await signInAs('finance'),
    await signInAs('buyer'),
  ]
  await budget(owner, 25)
  for (const one of [finance, buyer]) expect((await join(owner, one.userId, 'HR')).status).toBe(200)
  return { partnerId, owner, finance, buyer }
}

/** Defines the tests of what a team spends in a month. */
export function testTeams(fixtureOf: () => Fixture): void {
  const team = () => teamOf(fixtureOf())
  const order = (by: Browser, quantity: number) =>
    by.post('/portal/v1/orders', orderOf(fixtureOf(), quantity))
  testDraftedLabel(fixtureOf)

  test('an order above the budget of a team needs another person, and counts for the budget, too', async () => {
    const { owner, buyer } = await team()
    // Each unit costs 9.90 with the discount of the fixture.
    const { id } = dataOf(await order(buyer, 2))
    expect(dataOf(await buyer.get(`/portal/v1/orders/${id}`)).metadata).toEqual({ team: 'HR' })
    const refused = await order(buyer, 1)
    expect([refused.status, refused.body.error?.message]).toEqual([
      403,
      expect.stringMatching(/team HR has used 19.80 USD of its budget of 25.00 USD for .*UTC/),
    ])
    const draftId = await draftBy(buyer, orderOf(fixtureOf(), 1))
    expect((await act(buyer, draftId, 'approve')).status).toBe(403)
    expect(dataOf(await act(owner, draftId, 'approve')).state).toBe('ORDERED')
    expect(await usedBy(owner)).toBe(29.7)
    const rules = dataOf(await buyer.get('/portal/v1/order-rules'))
    const rule = { kind: 'team', currency: 'USD', approveFrom: 25, today: 29.7, team: 'HR' }
    expect(rules).toEqual([rule])
    // A person without a team has no budget, and may not use the label of a team.
    const labelled = { ...orderOf(fixtureOf(), 3), metadata: { team: 'HR' } }
    expect((await owner.post('/portal/v1/orders', labelled)).status).toBe(400)
    expect((await order(owner, 3)).status).toBe(201)
  })

  test('orders and credits that two people of a team send at once stay within the budget', async () => {
    const { owner, finance, buyer } = await team()
    const { walletId } = dataOf(await add(finance, 0))
    const replies = await Promise.all([
      order(buyer, 1),
      credit(finance, walletId, 9.9),
      order(buyer, 1),
      credit(finance, walletId, 9.9),
      add(finance, 9.9),
      startFile(finance, 9.9),
    ])
    expect(replies.filter(({ status }) => status < 400)).toHaveLength(2)
    expect(new Set(replies.map(({ status }) => status).filter((one) => one >= 400))).toEqual(
      new Set([403]),
    )
    expect(await usedBy(owner)).toBe(19.8)
  })

  test('a credit gets the team of its person; its replay may omit it; a file above the budget waits', async () => {
    const { partnerId, owner, finance } = await team()
    const { walletId } = dataOf(await add(finance, 0))
    const referenceId = randomUUID()
    const send = (metadata?: Json) => credit(finance, walletId, 5, { referenceId, metadata })
    expect((await send({ team: 'IT' })).body.error?.details).toMatchObject([
      { field: 'metadata.team' },
    ])
    const first = await send()
    expect(first.status).toBe(200)
    for (const same of [undefined, { team: 'HR' }]) {
      const again = await send(same)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect((await send({ team: 'IT' })).body.error?.code).toBe('BUSINESS_RULE_VIOLATION')
    const { rows } = await fixtureOf().db.pool.query(
      `select metadata from transfers where partner_id = ${partnerId} and metadata is not null`,
    )
    expect(rows).toEqual([{ metadata: { team: 'HR' } }])
    const started = await startFile(finance, 20.01)
    expect([started.status, started.body.error?.message]).toEqual([
      403,
      expect.stringContaining('5.00 USD of its budget'),
    ])
    const [waiting] = dataOf(await owner.get('/portal/v1/drafts?state=WAITING'))
    expect(dataOf(await act(owner, waiting.draftId, 'approve')).state).toBe('ORDERED')
    expect(await usedBy(owner)).toBe(25.01)
  })

  test('a file that was within the budget when it was checked waits if it is not when it starts', async () => {
    const { owner, finance, buyer } = await team()
    const file = await upload(finance, 9.9)
    expect((await order(buyer, 2)).status).toBe(201)
    for (const _ of ['the first time', 'again'])
      expect((await start(finance, file)).status).toBe(403)
    const waiting = dataOf(await owner.get('/portal/v1/drafts?state=WAITING'))
    expect(waiting).toMatchObject([{ kind: 'CREDIT_FILE', chargedAmount: 9.9, itemCount: 1 }])
    expect(dataOf(await act(owner, waiting[0].draftId, 'approve')).state).toBe('ORDERED')
    expect(await usedBy(owner)).toBe(29.7)
  })

  test('a team belongs to one partner, has one spelling, and ends with its last budget', async () => {
    const { owner, finance, buyer } = await team()
    const other = await team()
    expect((await join(owner, other.buyer.userId, 'HR')).status).toBe(404)
    expect((await join(buyer, buyer.userId, undefined)).status).toBe(403)
    expect((await budget(finance, 1_000)).status).toBe(403)
    for (const [name, status] of [
      ['hr', 400],
      [' ', 400],
      ['x'.repeat(41), 400],
    ] as const) {
      expect([name, (await budget(owner, 1, name)).status]).toEqual([name, status])
    }
    expect((await join(owner, buyer.userId, 'hr')).status).toBe(400)
    // If a budget changes while somebody orders, each order is decided under the old or the new
    // one.
    const both = await Promise.all([budget(owner, 5), order(buyer, 1), budget(owner, 5)])
    expect(both.map(({ status }) => status).filter((one) => one >= 500)).toEqual([])
    expect((await order(buyer, 1)).status).toBe(403)
    expect(dataOf(await budget(owner, undefined))).toEqual([])
    expect((await order(buyer, 1)).status).toBe(201)
    await budget(owner, 5)
    expect(dataOf(await owner.get('/portal/v1/teams'))).toMatchObject([{ userIds: [] }])
    expect(dataOf(await other.owner.get('/portal/v1/teams'))).toMatchObject([
      { team: 'HR', budgets: [{ currency: 'USD', monthly: 25, used: 0 }] },
    ])
    const audit = dataOf(await fixtureOf().admin.get(`/admin/v1/audit?target=user:${buyer.userId}`))
    expect(audit.map(({ action }: Json) => action)).toContain('team.set')
  })
}

/** Two links of 10 US dollars, one with labels. */
function linksOf(team = 'HR'): Json {
  const recipients = [{ name: 'Ann' }, { name: 'Ben', metadata: { team, cause: 'May' } }]
  return { reference: randomUUID(), currency: 'USD', amount: 10, recipients }
}

/** Defines the tests of the labels of links and of drafts. */
function testDraftedLabel(fixtureOf: () => Fixture): void {
  test('a link has the team of the person who sends it, or whose draft it was; other teams are refused', async () => {
    const { owner, buyer } = await teamOf(fixtureOf())
    await budget(owner, 5, 'IT')
    const labelsOf = async () => {
      const links: Json[] = dataOf(await buyer.get('/portal/v1/links'))
      return links.map(({ metadata }) => metadata)
    }
    for (const path of ['links', 'link-drafts']) {
      for (const [by, team] of [
        [buyer, 'IT'],
        [owner, 'HR'],
      ] as const) {
        const { status, body } = await by.post(`/portal/v1/${path}`, linksOf(team))
        expect([path, status, body.error?.details]).toEqual([
          path,
          400,
          [{ field: 'recipients[1].metadata.team', message: expect.stringContaining('team') }],
        ])
      }
    }
    expect((await buyer.post('/portal/v1/links', linksOf())).status).toBe(201)
    const team = { team: 'HR' }
    expect(await labelsOf()).toEqual([{ cause: 'May', ...team }, team])

    const { draftId } = dataOf(await buyer.post('/portal/v1/link-drafts', linksOf()))
    const { linkAmounts } = dataOf(await owner.get(`/portal/v1/drafts/${draftId}`))
    expect(linkAmounts).toEqual([
      { amount: 10, links: 1 },
      { amount: 10, links: 1, metadata: { cause: 'May' } },
    ])
    await join(owner, buyer.userId, 'IT')
    expect(dataOf(await act(owner, draftId, 'approve')).state).toBe('ORDERED')
    const moved = { team: 'IT' }
    expect((await labelsOf()).slice(0, 2)).toEqual([{ cause: 'May', ...moved }, moved])
  })

  test('the approver of an order sees its labels, and the order has them with that of the team', async () => {
    const { owner, buyer } = await teamOf(fixtureOf())
    const ask = (team: string): Json => ({
      ...orderOf(fixtureOf(), 1),
      metadata: { team, cause: 'May' },
    })
    const refused = await buyer.post('/portal/v1/drafts', ask('IT'))
    expect(refused.body.error?.details).toMatchObject([{ field: 'metadata.team' }])
    const draftId = await draftBy(buyer, ask('HR'))
    const shown = dataOf(await owner.get(`/portal/v1/drafts/${draftId}`))
    expect(shown.metadata).toEqual({ cause: 'May' })
    const { orderId } = dataOf(await act(owner, draftId, 'approve'))
    const ordered = dataOf(await buyer.get(`/portal/v1/orders/${orderId}`))
    expect(ordered.metadata).toEqual({ team: 'HR', cause: 'May' })
  })

  test('a credit that another person approves has the label of the team of its maker', async () => {
    const { partnerId, owner, finance } = await teamOf(fixtureOf())
    const { walletId } = dataOf(await add(finance, 0))
    const ask = (metadata?: Json) => {
      const one = { amount: 30, referenceId: randomUUID(), ...(metadata && { metadata }) }
      return finance.post(`/portal/v1/wallets/${String(walletId)}/credit-drafts`, one)
    }
    const refused = await ask({ team: 'IT' })
    expect(refused.body.error?.details).toMatchObject([{ field: 'metadata.team' }])
    const { draftId } = dataOf(await ask({ team: 'HR', cause: 'May' }))
    const { credits } = dataOf(await owner.get(`/portal/v1/drafts/${draftId}`))
    expect(credits).toMatchObject([{ amount: 30, metadata: { cause: 'May' } }])
    await budget(owner, 50, 'IT')
    await join(owner, finance.userId, 'IT')
    expect(dataOf(await act(owner, draftId, 'approve')).state).toBe('ORDERED')
    const { rows } = await fixtureOf().db.pool.query(
      `select metadata from transfers where partner_id = $1 and metadata is not null`,
      [partnerId],
    )
    expect(rows).toEqual([{ metadata: { team: 'IT', cause: 'May' } }])
  })
}

export function budget(by: Browser, monthly: number | undefined, team = 'HR'): Promise<Reply> {
  return by.send('PUT', '/portal/v1/teams', JSON.stringify({ team, currency: 'USD', monthly }))
}

function join(by: Browser, userId: number, team: string | undefined): Promise<Reply> {
  return by.send('PUT', `/portal/v1/users/${userId}/team`, JSON.stringify({ team }))
}

async function usedBy(by: Browser): Promise<unknown> {
  return dataOf(await by.get('/portal/v1/teams'))[0].budgets[0].used
}

export function add(by: Browser, initialFunds: number): Promise<Reply> {
  const person = { fullName: 'Ann', email: `${randomUUID()}@example.com`, currency: 'USD' }
  return by.post('/portal/v1/consumers', { ...person, initialFunds })
}

export function credit(
  by: Browser,
  walletId: unknown,
  amount: number,
  more: Json = {},
): Promise<Reply> {
  const one = { amount, transactionType: 'CREDIT', referenceId: randomUUID(), ...more }
  return by.post(`/portal/v1/wallets/${String(walletId)}/transactions`, one)
}

/** Uploads a file of one credit, and starts it. */
async function startFile(by: Browser, amount: number): Promise<Reply> {
  return await start(by, await upload(by, amount))
}

async function upload(by: Browser, amount: number): Promise<string> {
  const row = `${randomUUID()}@example.com,${amount},USD,row-1,Ann`
  const file = `email,amount,currency,reference,fullName\n${row}\n`
  const query = `fileReference=${randomUUID()}&createConsumers=true`
  const headers = { 'content-type': 'text/csv' }
  const sent = await by.send('POST', `/portal/v1/credit-imports?${query}`, file, headers)
  return dataOf(sent).importId
}

export function start(by: Browser, importId: string): Promise<Reply> {
  return by.post(`/portal/v1/credit-imports/${importId}/start`, {})
}
