import { expect } from 'vitest'
import { raiseAlert } from '../../src/alerts/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { NO_STATUSES, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { withReason } from '../conformance/bad-input/values.ts'
import { INSTANT } from '../conformance/v2/fixture.ts'
import type { OperatorCases } from './case.ts'

export const ALERTS: OperatorCases = {
  'GET /admin/v1/alerts': {
    roles: 'admin finance operations support auditor',
    badQueries: {
      state: ['', 'OPEN', 'none', 'open,resolved'],
      kind: ['', 'LOW_STOCK', 'none', 'low_stock,low_funds', '__proto__'],
      severity: NO_STATUSES,
      ...PAGES,
    },
    commands: {
      'alerts list': '/alerts?state=open',
      'alerts list --state all': '/alerts',
      'alerts list --state all --from 2026-01-01 --to 2026-01-31 --sort -raisedAt':
        '/alerts?from=2026-01-01&to=2026-01-31&sort=-raisedAt',
      'alerts list --kind low_stock --severity critical':
        '/alerts?state=open&kind=low_stock&severity=critical',
    },
  },

  'POST /admin/v1/alerts/{alertId}/resolve': {
    roles: 'admin finance operations',
    bodies: [withReason('seen to')],
    async audit({ admin, db }) {
      const what = { kind: 'supplier_unfunded', subject: 'supplier:tessera:acme' } as const
      const alert = { ...what, severity: 'warning', message: 'no money', at: 0 } as const
      await transact(db, async (tx) => raiseAlert(tx, alert))
      const [{ alertId }] = (await admin.get('/admin/v1/alerts')).body.data
      const reply = await admin.post(`/admin/v1/alerts/${alertId}/resolve`, { reason: 'paid' })
      const before = { ...what, count: 1 }
      const after = { ...before, resolvedAt: expect.stringMatching(INSTANT) }
      const target = `alert:${alertId}`
      return { reply, action: 'alert.resolve', target, reason: 'paid', before, after }
    },
    commands: { 'alerts resolve 7 --reason funded': ['/alerts/7/resolve', { reason: 'funded' }] },
  },
}
