import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'
import { dataOf } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'
import { act, orderOf } from '../support/draft-team.ts'
import { add, budget, credit, teamOf } from './teams.ts'

/** Defines the tests of what changes, or is locked, while somebody of a team writes. */
export function testTeamLocks(fixtureOf: () => Fixture): void {
  test('an order that waits while its buyer is moved is limited by the budget of the new team', async () => {
    const { owner, buyer } = await teamOf(fixtureOf())
    await budget(owner, 5, 'IT')
    const reply = await whileLocked(fixtureOf(), {
      lock: `update team_members set team = 'IT' where user_id = ${buyer.userId}`,
      write: () => buyer.post('/portal/v1/orders', orderOf(fixtureOf(), 1)),
    })
    expect([reply.status, reply.body.error?.message]).toEqual([
      403,
      expect.stringContaining('team IT has used 0.00 USD of its budget of 5.00 USD'),
    ])
  })

  test('of two first budgets at once whose teams differ in capitals only, one is refused', async () => {
    const { partnerId } = await fixtureOf().newPartner({ USD: '200.00' })
    const owner = await signedIn(fixtureOf(), { role: 'owner', partnerId })
    const replies = await whileLocked(fixtureOf(), {
      // Reads are not blocked, so both requests see no team.
      lock: 'lock table team_budgets in share mode',
      waiting: 2,
      write: () => Promise.all([budget(owner, 5, 'Ops'), budget(owner, 5, 'OPS')]),
    })
    const statuses = replies.map(({ status }) => status)
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 400])
  })

  // If the order held locks of members, each would wait for the other until PostgreSQL ended one.
  test('an order that waits for the lock of a budget holds no lock of the members of the team', async () => {
    const { partnerId, buyer } = await teamOf(fixtureOf())
    const ends = `from team_members where partner_id = ${partnerId}`
    const reply = await whileLocked(fixtureOf(), {
      lock: `select from team_budgets where partner_id = ${partnerId} for update`,
      write: () => buyer.post('/portal/v1/orders', orderOf(fixtureOf(), 1)),
      meanwhile: [`select ${ends} for update nowait`, `delete ${ends}`],
    })
    expect(reply.status).toBe(201)
  })

  test('a credit that waits for the lock of the month of a team holds no lock of a day', async () => {
    const { partnerId, owner, finance } = await teamOf(fixtureOf())
    const rule = { kind: 'credits', currency: 'USD', approveFrom: 100 }
    dataOf(await owner.send('PUT', '/portal/v1/order-rules', JSON.stringify(rule)))
    const { walletId } = dataOf(await add(finance, 1))
    const reply = await whileLocked(fixtureOf(), {
      lock: `select from team_months where partner_id = ${partnerId} for update`,
      write: () => credit(finance, walletId, 1),
      meanwhile: [`select from rule_days where partner_id = ${partnerId} for update nowait`],
    })
    expect(reply.status).toBe(200)
  })
}

interface LockedWrite<Result> {
  readonly lock: string
  readonly waiting?: number
  /** Statements of the transaction with the lock, or requests, before it commits. */
  readonly meanwhile?: readonly (string | (() => Promise<unknown>))[]
  write(): Promise<Result>
}

/**
 * Writes while another transaction holds a lock, which commits once the write waits for it.
 */
export async function whileLocked<Result>(
  { db }: Fixture,
  { lock, waiting = 1, meanwhile = [], write }: LockedWrite<Result>,
): Promise<Result> {
  const other: PoolClient = await db.pool.connect()
  try {
    await other.query('begin')
    await other.query(lock)
    const writing = write()
    await untilOneWaits(db, waiting)
    for (const one of meanwhile) {
      await (typeof one === 'string' ? other.query(one) : one())
    }
    await other.query('commit')
    return await writing
  } finally {
    await other.query('rollback')
    other.release()
  }
}

interface WaitingDraft {
  readonly partnerId: number
  readonly draftId: string
  readonly maker: Browser
  readonly approver: Browser
}

/** Expects that an approval is refused if the draft is withdrawn while it waits for the book. */
export async function withdrawDuringApproval(
  fixture: Fixture,
  { partnerId, draftId, maker, approver }: WaitingDraft,
): Promise<void> {
  const { status, body } = await whileLocked(fixture, {
    lock: `select from books where partner_id = ${partnerId} for update`,
    write: () => act(approver, draftId, 'approve'),
    meanwhile: [async () => dataOf(await act(maker, draftId, 'withdraw'))],
  })
  expect([status, body.error?.message]).toEqual([409, 'this was withdrawn'])
}
