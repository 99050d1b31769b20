import { approveAs, aWaitingDeposit } from '../../approvals/fixture.ts'
import type { RunningService } from '../../support/service.ts'
import { signedIn, type Browser } from '../../support/signed-in.ts'
import type { Write } from '../../operator/case.ts'

/** The decisions about acts that wait for a second person. */
export function approvalWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/approvals/{approvalId}/approve'() {
      const { partnerId } = open().partner
      const user = await signedIn(open())
      const approvalId = await aWaitingDeposit(open(), partnerId)
      const reply = await approveAs(user, approvalId)
      const request = `POST /admin/v1/partners/${partnerId}/deposits`
      const after = { kind: 'deposits', request, status: 201 }
      const approval = { approvalId, approver: user.email }
      const target = `approval:${approvalId}`
      return {
        reply,
        entry: { partnerId, action: 'approval.execute', target, after, ...approval },
      }
    },
    async 'POST /admin/v1/approvals/{approvalId}/reject'() {
      const { partnerId } = open().partner
      const user = await signedIn(open())
      const approvalId = await aWaitingDeposit(open(), partnerId)
      const body = { reason: 'not ours' }
      const reply = await user.post(`/admin/v1/approvals/${approvalId}/reject`, body)
      const target = `approval:${approvalId}`
      const act = { action: 'approval.reject', target, ...body, after: { state: 'REJECTED' } }
      return { reply, entry: { partnerId, ...byUser(user), ...act } }
    },
    async 'POST /admin/v1/approvals/{approvalId}/cancel'() {
      const { partnerId } = open().partner
      const approvalId = await aWaitingDeposit(open(), partnerId)
      const body = { reason: 'paid twice' }
      const reply = await open().admin.post(`/admin/v1/approvals/${approvalId}/cancel`, body)
      const target = `approval:${approvalId}`
      const act = { action: 'approval.cancel', target, ...body, after: { state: 'CANCELED' } }
      return { reply, entry: { partnerId, ...act } }
    },
  }
}

function byUser({ email, userId }: Browser) {
  return { actor: email, actorKind: 'user', actorId: String(userId) }
}
