import { NO_DAYS, NO_TEXTS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import type { OperatorCases } from './case.ts'

export const AUDIT: OperatorCases = {
  'GET /admin/v1/audit': {
    roles: 'admin auditor',
    badQueries: { target: NO_TEXTS, actor: NO_TEXTS, ...PAGES },
    commands: {
      'audit list --target partner:7': '/audit?target=partner%3A7',
      'audit list --actor ann@example.com': '/audit?actor=ann%40example.com',
      'audit list --action partner.create': '/audit?action=partner.create',
      'audit list --from 2026-01-01 --to 2026-01-31 --sort at':
        '/audit?from=2026-01-01&to=2026-01-31&sort=at',
    },
  },
  'GET /admin/v1/audit/export': {
    roles: 'admin auditor',
    badQueries: { from: NO_DAYS, to: NO_DAYS },
  },
  'GET /admin/v1/audit/verification': {
    roles: 'admin auditor',
    badQueries: { from: NO_DAYS, to: NO_DAYS, head: ['', 'none', '2026-01-31:1:00'] },
  },
  'GET /admin/v1/audit/verification/last': { roles: 'admin auditor' },
}
