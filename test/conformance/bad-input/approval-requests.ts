import { APPROVAL_STATES } from '../../../src/approvals/mod.ts'
import { NO_TEXTS, PAGES } from './bad-parameters.ts'
import type { Endpoint } from './endpoints.ts'
import type { Ids } from './fixture.ts'
import { notA, optional, reason, required } from './values.ts'

/** The list of approvals, and how its parameters can be bad. */
export const APPROVAL_LISTS = {
  'GET /admin/v1/approvals': {
    path: () => '/admin/v1/approvals',
    bad: {
      state: [...NO_TEXTS, ...APPROVAL_STATES.map((state) => state.toLowerCase())],
      kind: [...NO_TEXTS, 'Deposits', 'deposit', '__proto__'],
      ...PAGES,
    },
  },
}

function pathTo(verb: string) {
  return ({ approvalId }: Ids): string => `/admin/v1/approvals/${approvalId}/${verb}`
}

/** Decisions about approvals. A token approves and rejects nothing. */
export const APPROVALS: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/approvals/{approvalId}/approve',
    path: pathTo('approve'),
    body: () => ({ seen: '0123456789abcdef', reason: 'as agreed' }),
    accepted: [403],
    fields: { seen: required(...notA('string')), reason: optional(reason()) },
  },
  {
    route: 'POST /admin/v1/approvals/{approvalId}/reject',
    path: pathTo('reject'),
    body: () => ({ reason: 'not ours' }),
    accepted: [403],
    fields: { reason: reason() },
  },
  {
    route: 'POST /admin/v1/approvals/{approvalId}/cancel',
    path: pathTo('cancel'),
    isBodyOptional: true,
    body: () => ({ reason: 'paid twice' }),
    accepted: [200, 409],
    fields: { reason: optional(reason()) },
  },
]
