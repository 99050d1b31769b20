import { pathOf } from '../conformance/admin-v1/fixture.ts'
import { NO_FLAGS, NO_PARTNERS, NO_TEXTS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { also, line, reason } from '../conformance/bad-input/values.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { dataOf } from '../support/service.ts'
import { aTopUpOf } from '../support/top-ups.ts'
import type { OperatorCases } from './case.ts'

const WHY = 'asked to be forgotten'

export const CONSUMERS: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/consumers': {
    roles: 'admin finance operations support auditor',
    badQueries: { email: NO_TEXTS, unmasked: NO_FLAGS, ...PAGES },
    commands: {
      'consumers list 7 --email a@b.test --unmasked':
        '/partners/7/consumers?email=a%40b.test&unmasked=true',
      'consumers list 7 --sort createdAt': '/partners/7/consumers?sort=createdAt',
    },
  },

  'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ reason: WHY }),
        // Its wallet has money.
        accepted: [409],
        fields: { reason: also(reason(), '"for ann@example.com"') },
      },
    ],
    isRefused: true,
    async prepare({ partner }) {
      const { id } = await newCustomer(partner, { email: 'leo@example.com', initialFunds: 0 })
      return { target: `${pathOf(partner)}/consumers/${id}/erasure`, body: { reason: WHY } }
    },
    async audit({ admin, partner }) {
      const { id, walletId } = await newCustomer(partner)
      const reply = await admin.post(`${pathOf(partner)}/consumers/${id}/erasure`, { reason: WHY })
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'consumer.erase',
        target: `consumer:${id}`,
        reason: WHY,
        after: { walletIds: [walletId] },
      }
    },
    commands: {
      'consumers erase 7 4294967297 --reason "ticket 12"': [
        '/partners/7/consumers/4294967297/erasure',
        { reason: 'ticket 12' },
      ],
    },
  },

  'POST /admin/v1/partners/{partnerId}/recipients/erasure': {
    roles: 'admin',
    bodies: [
      {
        body: () => ({ recipient: '+4366012345600', reason: WHY }),
        // No order has this recipient.
        accepted: [404],
        fields: {
          recipient: also(line(256), '"+ (-)"'),
          reason: also(reason(), '"for ann@example.com"', '"call +4366012345600"'),
        },
      },
    ],
    isRefused: true,
    async prepare(fixture) {
      const recipient = '+14155550100'
      await aTopUpOf(fixture, recipient)
      const target = `${pathOf(fixture.partner)}/recipients/erasure`
      return { target, body: { recipient, reason: WHY } }
    },
    async audit(service) {
      const { admin, partner } = service
      const recipient = '+14155550101'
      await aTopUpOf(service, recipient)
      const body = { recipient, reason: WHY }
      const reply = await admin.post(`${pathOf(partner)}/recipients/erasure`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'recipient.erase',
        target: `erasure:${dataOf(reply).erasureId}`,
        reason: WHY,
        after: { lines: 1, links: 0 },
      }
    },
    commands: {
      'recipients erase 7 +14155550100 --reason "ticket 12"': [
        '/partners/7/recipients/erasure',
        { recipient: '+14155550100', reason: 'ticket 12' },
      ],
    },
  },

  'GET /admin/v1/erasures': {
    roles: 'admin finance operations support auditor',
    badQueries: { partnerId: NO_PARTNERS, ...PAGES },
    commands: {
      'erasures list': '/erasures',
      'erasures list --partner 7': '/erasures?partnerId=7',
      'erasures list --from 2026-01-01 --to 2026-01-31 --sort -erasedAt':
        '/erasures?from=2026-01-01&to=2026-01-31&sort=-erasedAt',
    },
  },
}
