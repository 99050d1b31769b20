import { APPROVAL_STATES } from '../../src/approvals/mod.ts'
import { approveAs, aWaitingDeposit } from '../approvals/fixture.ts'
import { NO_TEXTS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import {
  notA,
  optional,
  reason,
  required,
  withOptionalReason,
  withReason,
} from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/approvals'

/** Returns the path of a deposit that waits for approval, and a user who may decide. */
async function aWaitingApproval(fixture: Fixture) {
  const approvalId = await aWaitingDeposit(fixture, fixture.partner.partnerId)
  return { target: `${PATH}/${approvalId}`, user: fixture.browser }
}

export const APPROVALS: OperatorCases = {
  'GET /admin/v1/approval-rules': {
    roles: 'admin finance operations auditor',
    commands: { 'approvals rules': '/approval-rules' },
  },

  'GET /admin/v1/approvals': {
    roles: 'admin finance operations auditor',
    badQueries: {
      state: [...NO_TEXTS, ...APPROVAL_STATES.map((state) => state.toLowerCase())],
      kind: [...NO_TEXTS, 'Deposits', 'deposit', '__proto__'],
      ...PAGES,
    },
    commands: {
      'approvals list': '/approvals',
      'approvals list --state PENDING --kind deposits --page 2':
        '/approvals?state=PENDING&kind=deposits&page=2',
      'approvals list --from 2026-01-01 --to 2026-01-31 --sort requestedAt':
        '/approvals?from=2026-01-01&to=2026-01-31&sort=requestedAt',
    },
  },

  'GET /admin/v1/approvals/{approvalId}': {
    roles: 'admin finance operations auditor',
    commands: { 'approvals show 12': '/approvals/12' },
  },

  // Only users approve and reject. Tokens get 403.
  'POST /admin/v1/approvals/{approvalId}/approve': {
    roles: 'admin finance operations',
    bodies: [
      {
        body: () => ({ seen: '0123456789abcdef', reason: 'as agreed' }),
        accepted: [403],
        fields: { seen: required(...notA('string')), reason: optional(reason()) },
      },
    ],
    isRefused: true,
    async prepare(fixture) {
      const { target, user } = await aWaitingApproval(fixture)
      const { seen } = dataOf(await user.get(target))
      const body = { seen, reason: 'matches the statement of the bank' }
      return { target: `${target}/approve`, user, body }
    },
    async audit(service) {
      const { partnerId } = service.partner
      const user = await signedIn(service)
      const approvalId = await aWaitingDeposit(service, partnerId)
      const reply = await approveAs(user, approvalId)
      const request = `POST /admin/v1/partners/${partnerId}/deposits`
      return {
        reply,
        partnerId,
        action: 'approval.execute',
        target: `approval:${approvalId}`,
        after: { kind: 'deposits', request, status: 201 },
        approvalId,
        approver: user.email,
      }
    },
  },

  'POST /admin/v1/approvals/{approvalId}/reject': {
    roles: 'admin finance operations',
    bodies: [{ ...withReason('not ours'), accepted: [403] }],
    isRefused: true,
    async prepare(fixture) {
      const { target, user } = await aWaitingApproval(fixture)
      const body = { reason: 'the bank has no such payment' }
      return { target: `${target}/reject`, user, body }
    },
    async audit(service) {
      const { partnerId } = service.partner
      const { email: actor, userId, post } = await signedIn(service)
      const approvalId = await aWaitingDeposit(service, partnerId)
      const reply = await post(`${PATH}/${approvalId}/reject`, { reason: 'not ours' })
      return {
        reply,
        partnerId,
        actor,
        actorKind: 'user',
        actorId: String(userId),
        action: 'approval.reject',
        target: `approval:${approvalId}`,
        reason: 'not ours',
        after: { state: 'REJECTED' },
      }
    },
  },

  'POST /admin/v1/approvals/{approvalId}/cancel': {
    roles: 'admin finance operations',
    bodies: [{ ...withOptionalReason('paid twice'), accepted: [200, 409] }],
    async prepare(fixture) {
      const { target } = await aWaitingApproval(fixture)
      return { target: `${target}/cancel`, body: { reason: 'was entered twice' } }
    },
    async audit(service) {
      const { partnerId } = service.partner
      const approvalId = await aWaitingDeposit(service, partnerId)
      const path = `${PATH}/${approvalId}/cancel`
      const reply = await service.admin.post(path, { reason: 'paid twice' })
      return {
        reply,
        partnerId,
        action: 'approval.cancel',
        target: `approval:${approvalId}`,
        reason: 'paid twice',
        after: { state: 'CANCELED' },
      }
    },
    commands: {
      'approvals cancel 12': ['/approvals/12/cancel', {}],
      'approvals cancel 12 --reason "paid twice"': [
        '/approvals/12/cancel',
        { reason: 'paid twice' },
      ],
    },
  },
}
