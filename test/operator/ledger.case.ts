import { PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { flag, optional } from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

export const LEDGER: OperatorCases = {
  'GET /admin/v1/ledger/verify': {
    roles: 'admin finance operations auditor',
    withoutPage: 'for scripts, which wait for the result; pages start a verification',
  },

  'POST /admin/v1/ledger/verifications': {
    roles: 'admin finance operations',
    bodies: [
      {
        body: () => ({ fromCheckpoint: true }),
        isBodyOptional: true,
        // One verification runs at a time.
        accepted: [202, 409],
        fields: { fromCheckpoint: optional(flag()) },
      },
    ],
    async audit({ admin }) {
      const body = { fromCheckpoint: true }
      const reply = await admin.post('/admin/v1/ledger/verifications', body)
      const target = `verification:${dataOf(reply).verificationId}`
      return { reply, action: 'ledger.verify', target, after: body }
    },
  },

  'GET /admin/v1/ledger/verifications': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
  },
  'GET /admin/v1/ledger/verifications/{verificationId}': {
    roles: 'admin finance operations auditor',
    withoutPage: 'for scripts that wait for one; the list has all of it',
  },
}
