import { expect } from 'vitest'
import { NO_NUMBERS, NO_PARTNERS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { CASE_FIELDS } from '../conformance/bad-input/case-endpoints.ts'
import { flag, optional, reason, withReason } from '../conformance/bad-input/values.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const ORDER = 'ord_01M7YH3EJW00004000001'

/** Requests a case as the partner; returns the id of the case, about which the operator decides. */
async function requestCase(
  service: RunningService,
  kind: 'block' | 'refund',
  productId: number,
): Promise<number> {
  const { id } = await completeOrder(service, { productId })
  const body = { itemNo: 1, kind, reason: 'declined at the till' }
  return dataOf(await service.partner.post(`/v2/orders/${id}/cases`, body)).caseId
}

async function aDecision(fixture: Fixture, act: 'accept' | 'reject', why: string) {
  const caseId = await requestCase(fixture, 'refund', fixture.ids.products[0])
  return { target: `/admin/v1/cases/${caseId}/${act}`, body: { reason: why } }
}

async function decideCase(service: RunningService, act: 'accept' | 'reject', state: string) {
  const { productId } = await service.product()
  const caseId = await requestCase(service, 'block', productId)
  const reply = await service.admin.post(`/admin/v1/cases/${caseId}/${act}`, { reason: 'seen' })
  return {
    reply,
    partnerId: service.partner.partnerId,
    action: `case.${act}`,
    target: `case:${caseId}`,
    reason: 'seen',
    before: { state: 'REQUESTED' },
    after: { orderNo: expect.any(Number), itemNo: 1, kind: 'block', state },
  }
}

export const ORDER_CASES: OperatorCases = {
  'GET /admin/v1/orders/{orderId}/cases': {
    roles: 'admin finance operations support auditor',
    path: ({ orderId }) => `/admin/v1/orders/${orderId}/cases`,
    badQueries: PAGES,
    commands: { [`cases list ${ORDER} --page 2`]: `/orders/${ORDER}/cases?page=2` },
  },

  'POST /admin/v1/orders/{orderId}/cases': {
    roles: 'admin operations',
    path: ({ orderId }) => `/admin/v1/orders/${orderId}/cases`,
    bodies: [
      {
        body: () => ({
          itemNo: 1,
          kind: 'refund',
          reason: 'broken',
          amount: 5,
          acknowledged: true,
        }),
        fields: { ...CASE_FIELDS, acknowledged: optional(flag()) },
      },
    ],
    isRefused: true,
    async prepareApproval(fixture) {
      const { id } = await completeOrder(fixture, { productId: fixture.ids.products[0] })
      const body = { itemNo: 1, kind: 'refund', reason: 'declined' }
      return { target: `/admin/v1/orders/${id}/cases`, body }
    },
    async audit(service) {
      const { admin, partner } = service
      const { productId } = await service.product()
      const { id } = await completeOrder(service, { productId, amount: 10 })
      const body = { itemNo: 1, kind: 'refund', reason: 'broken', amount: 2.5 }
      const reply = await admin.post(`/admin/v1/orders/${id}/cases`, body)
      const item = { orderNo: expect.any(Number), itemNo: 1, kind: 'refund', state: 'DONE' }
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'case.open',
        target: `case:${dataOf(reply).caseId}`,
        reason: 'broken',
        after: { ...item, currency: 'USD', amount: '2.50' },
      }
    },
    commands: {
      [`cases open ${ORDER} 3 refund --reason broken --amount 2.50`]: [
        `/orders/${ORDER}/cases`,
        { itemNo: 3, kind: 'refund', reason: 'broken', amount: 2.5 },
      ],
      [`cases open ${ORDER} 3 block --reason stolen --acknowledged`]: [
        `/orders/${ORDER}/cases`,
        { itemNo: 3, kind: 'block', reason: 'stolen', acknowledged: true },
      ],
    },
  },

  'GET /admin/v1/cases': {
    roles: 'admin finance operations support auditor',
    badQueries: {
      partnerId: NO_PARTNERS,
      kind: ['', 'REFUND', 'refund,block', 'undo'],
      state: ['', 'done', 'OPEN', 'DONE,REJECTED'],
      after: [...NO_NUMBERS, '0'],
      ...PAGES,
    },
    commands: {
      'cases list --sort -openedAt': '/cases?sort=-openedAt',
      'cases list --partner 7 --kind refund --state DONE --after 9':
        '/cases?partnerId=7&kind=refund&state=DONE&after=9',
      'cases list --from 2026-01-01 --to 2026-01-31': '/cases?from=2026-01-01&to=2026-01-31',
    },
  },

  'GET /admin/v1/cases/{caseId}': {
    roles: 'admin finance operations support auditor',
    withoutPage: 'for scripts that wait for one; the list has all of it',
    commands: { 'cases show 9': '/cases/9' },
  },

  // The case of the fixture is done, so a decision is refused.
  'POST /admin/v1/cases/{caseId}/accept': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ reason: 'as agreed', acknowledged: true }),
        isBodyOptional: true,
        accepted: [409],
        fields: { reason: optional(reason()), acknowledged: optional(flag()) },
      },
    ],
    isRefused: true,
    prepare: (fixture) => aDecision(fixture, 'accept', 'confirmed by the issuer'),
    audit: (service) => decideCase(service, 'accept', 'DONE'),
    commands: { 'cases accept 9 --acknowledged': ['/cases/9/accept', { acknowledged: true }] },
  },

  'POST /admin/v1/cases/{caseId}/reject': {
    roles: 'admin operations',
    bodies: [{ ...withReason('was redeemed'), accepted: [409] }],
    isRefused: true,
    prepare: (fixture) => aDecision(fixture, 'reject', 'the code was used'),
    audit: (service) => decideCase(service, 'reject', 'REJECTED'),
    commands: { 'cases reject 9 --reason late': ['/cases/9/reject', { reason: 'late' }] },
  },
}
