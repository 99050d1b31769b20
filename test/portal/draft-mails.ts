import { expect, test } from 'vitest'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { dataOf } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'
import { act, aTeam, draftBy, mailsOfDrafts, orderOf } from '../support/draft-team.ts'

/** Defines the tests of mails about drafts to people of a partner. */
export function testDraftMails(fixtureOf: () => Fixture): void {
  const team = () => aTeam(fixtureOf())
  const mails = () => mailsOfDrafts(fixtureOf())
  const draftOf = (by: Browser) => draftBy(by, orderOf(fixtureOf()))

  test('approvers get one mail about several drafts; the maker of a draft is mailed the decision', async () => {
    await mails()
    const { owner, buyer, approver } = await team()
    const first = await draftOf(owner)
    const [mail, ...others] = await mails()
    // Nobody approves an own draft, and a buyer approves none.
    expect([mail?.to.address, others]).toEqual([approver.email, []])
    expect(mail?.subject).toBe('An order waits for your approval')
    expect(mail?.text).toContain(`/portal/approvals/${first}\n`)
    expect(mail?.text).toContain(': 2 items for 19.80 USD, asked for by ')

    const second = await draftOf(buyer)
    await draftOf(buyer)
    // The approver was mailed a moment ago, the owner was not.
    expect((await mails()).map(({ to }) => to.address)).toEqual([owner.email])
    dataOf(await act(approver, first, 'approve'))
    dataOf(await act(owner, second, 'reject', { reason: 'too  dear' }))
    const sentMails = await mails()
    const subjects = new Map(sentMails.map(({ to, subject }) => [to.address, subject]))
    expect(subjects).toEqual(
      new Map([
        [owner.email, 'Your order was approved'],
        [buyer.email, 'Your order was rejected'],
      ]),
    )
    expect(sentMails.map(({ text }) => text).join('\n')).toContain(': too dear\n')

    const { pool } = fixtureOf().db
    await pool.query(
      `update draft_mails set mail_due_at = now() - interval '1 s' where mail_due_at is not null`,
    )
    const later = await mails()
    expect(later.map(({ to, subject }) => [to.address, subject])).toEqual([
      [approver.email, 'An order waits for your approval'],
    ])
  })

  test('a person who may no longer approve gets no mail; only the maker gets a mail about a decided draft', async () => {
    await mails()
    const { owner, buyer, approver } = await team()
    dataOf(await act(approver, await draftOf(buyer), 'reject'))
    const viewer = JSON.stringify({ role: 'viewer' })
    const draftId = await draftOf(owner)
    dataOf(await owner.send('PATCH', `/portal/v1/users/${approver.userId}`, viewer))
    expect((await mails()).map(({ to }) => to.address)).toEqual([buyer.email])
    expect(dataOf(await owner.get(`/portal/v1/drafts/${draftId}`)).state).toBe('WAITING')
  })
}
