import { PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  currency,
  inAnHour,
  optional,
  percentage,
  reason,
  timeAhead,
} from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

export const FX_SPREADS: OperatorCases = {
  'GET /admin/v1/fx-spreads': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
    commands: { 'spreads list --sort -effectiveAt': '/fx-spreads?sort=-effectiveAt' },
  },

  'PUT /admin/v1/fx-spreads': {
    roles: 'admin finance',
    bodies: [
      {
        body: () => ({
          from: 'SEK',
          to: 'NOK',
          spreadPercent: 1.5,
          effectiveAt: inAnHour(),
          reason: 'margin',
        }),
        fields: {
          from: currency(),
          to: { ...currency(), bad: [...currency().bad, { json: '"SEK"' }] },
          spreadPercent: percentage('-0.0001', 'null'),
          effectiveAt: optional(timeAhead()),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin }) {
      const spread = { from: 'CZK', to: 'HUF', spreadPercent: 1.25 }
      const reply = await admin.put('/admin/v1/fx-spreads', { ...spread, reason: 'margin' })
      const entry = { target: 'fx-spreads', reason: 'margin', after: dataOf(reply) }
      return { reply, action: 'spread.put', ...entry }
    },
    commands: {
      'spreads set 1.5': ['/fx-spreads', { spreadPercent: 1.5 }],
      'spreads set none usd EUR --reason test': [
        '/fx-spreads',
        { from: 'USD', to: 'EUR', spreadPercent: null, reason: 'test' },
      ],
    },
  },
}
