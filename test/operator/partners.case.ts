import { pathOf } from '../conformance/admin-v1/fixture.ts'
import { NO_FLAGS, NO_STATUSES, NO_TEXTS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { LANGUAGE } from '../conformance/bad-input/languages.ts'
import {
  flag,
  integer,
  line,
  oneOf,
  optional,
  orNull,
  reason,
} from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/partners'

export const PARTNERS: OperatorCases = {
  'GET /admin/v1/partners': {
    roles: 'admin finance operations support auditor',
    badQueries: { name: NO_TEXTS, status: NO_STATUSES, test: NO_FLAGS, ...PAGES },
    commands: {
      'partners list': '/partners',
      'partners list --page 2 --page-size 5': '/partners?page=2&pageSize=5',
      'partners list --name acme --status SUSPENDED --test':
        '/partners?name=acme&status=SUSPENDED&test=true',
      'partners list --no-test': '/partners?test=false',
      'partners list --sort -name': '/partners?sort=-name',
    },
  },

  'GET /admin/v1/partners/{partnerId}': {
    roles: 'admin finance operations support auditor',
    commands: { 'partners show 7': '/partners/7' },
  },

  'POST /admin/v1/partners': {
    roles: 'admin operations',
    bodies: [{ body: () => ({ name: 'Acme' }), fields: { name: line(200) } }],
    async audit({ admin }) {
      const reply = await admin.post(PATH, { name: 'Acme' })
      const { partnerId } = dataOf(reply)
      const after = { name: 'Acme', status: 'ACTIVE', rateLimit: null, mailLanguage: 'en' }
      const target = `partner:${partnerId}`
      return { reply, partnerId, action: 'partner.create', target, after }
    },
    commands: { 'partners create "Acme & Co"': ['/partners', { name: 'Acme & Co' }] },
  },

  'PATCH /admin/v1/partners/{partnerId}': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({
          name: 'Acme',
          status: 'ACTIVE',
          rateLimit: 0,
          mailLanguage: 'de',
          walletSpending: true,
          reason: 'as agreed',
        }),
        fields: {
          name: optional(line(200)),
          status: optional(oneOf('ACTIVE', 'SUSPENDED')),
          rateLimit: orNull(integer({ min: 0, max: 1_000_000 })),
          mailLanguage: optional(LANGUAGE),
          walletSpending: optional(flag()),
          reason: optional(reason()),
        },
      },
    ],
    async prepareApproval({ admin, ids }) {
      dataOf(await admin.patch(pathOf(ids), { status: 'SUSPENDED' }))
      return { target: pathOf(ids), body: { status: 'ACTIVE' } }
    },
    async audit({ admin }) {
      const { partnerId, name } = dataOf(await admin.post(PATH, { name: 'B' }))
      const change = { status: 'SUSPENDED', rateLimit: 7, mailLanguage: 'pt-br', reason: 'unpaid' }
      const reply = await admin.patch(`${PATH}/${partnerId}`, change)
      const before = { name, status: 'ACTIVE', rateLimit: null, mailLanguage: 'en' }
      const after = { name, status: 'SUSPENDED', rateLimit: 7, mailLanguage: 'pt-BR' }
      const target = `partner:${partnerId}`
      return { reply, partnerId, action: 'partner.update', target, reason: 'unpaid', before, after }
    },
    commands: {
      'partners update 7 --status SUSPENDED --rate-limit 0 --reason late': [
        '/partners/7',
        { status: 'SUSPENDED', rateLimit: 0, reason: 'late' },
      ],
      'partners update 7 --rate-limit default': ['/partners/7', { rateLimit: null }],
    },
  },
}
