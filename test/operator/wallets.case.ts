import { randomUUID } from 'node:crypto'
import { pathOf } from '../conformance/admin-v1/fixture.ts'
import { NO_FLAGS, NO_NUMBERS, NO_TEXTS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  amount,
  anyText,
  currency,
  entries,
  line,
  notA,
  oneOf,
  optional,
  reason,
  required,
  timeAhead,
} from '../conformance/bad-input/values.ts'
import { newCustomer, openCampaign } from '../conformance/partner-v1/fixture.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

export const WALLETS: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/campaigns': {
    roles: 'admin finance operations support auditor',
    badQueries: { name: NO_TEXTS, ended: NO_FLAGS, ...PAGES },
    commands: {
      'campaigns list 7 --page 2': '/partners/7/campaigns?page=2',
      'campaigns list 7 --name Spring --ended': '/partners/7/campaigns?name=Spring&ended=true',
      'campaigns list 7 --no-ended': '/partners/7/campaigns?ended=false',
      'campaigns list 7 --sort -createdAt': '/partners/7/campaigns?sort=-createdAt',
    },
  },

  'POST /admin/v1/partners/{partnerId}/campaigns': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({
          name: 'Spring',
          currency: 'USD',
          budget: 50,
          endsAt: '2099-01-01T00:00:00Z',
          spendProducts: [],
        }),
        fields: {
          name: line(200),
          currency: currency(),
          budget: optional(amount(2)),
          endsAt: optional(timeAhead()),
          spendProducts: optional(
            required(...notA('array'), ...entries('spendProducts', '0', '"1"')),
          ),
        },
      },
    ],
    async audit({ admin, partner }) {
      const endsAt = '2099-01-01T00:00:00.000Z'
      const body = { name: 'Spring', currency: 'USD', budget: 50, endsAt }
      const reply = await admin.post(`${pathOf(partner)}/campaigns`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'campaign.open',
        target: `campaign:${dataOf(reply).campaignId}`,
        after: { ...body, budget: '50.00' },
      }
    },
    commands: {
      'campaigns create 7 Spring EUR --budget 1000': [
        '/partners/7/campaigns',
        { name: 'Spring', currency: 'EUR', budget: 1000 },
      ],
    },
  },

  'POST /admin/v1/partners/{partnerId}/campaigns/{campaignId}/wallets': {
    roles: 'admin operations',
    bodies: [
      {
        body: ({ customerId }) => ({ consumerId: customerId }),
        fields: { consumerId: required(...notA('number'), '0.5', '1e400', '"4294967297"') },
      },
    ],
    async audit(service) {
      const { admin, partner } = service
      const { id: consumerId } = await newCustomer(partner)
      const { campaignId } = await openCampaign(service, partner.partnerId)
      const path = `${pathOf(partner)}/campaigns/${campaignId}/wallets`
      const reply = await admin.post(path, { consumerId })
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'wallet.open',
        target: `wallet:${dataOf(reply).walletId}`,
        after: { campaignId, consumerId, currency: 'USD' },
      }
    },
    commands: {
      'campaigns open-wallet 7 31 4294967297': [
        '/partners/7/campaigns/31/wallets',
        { consumerId: 4_294_967_297 },
      ],
    },
  },

  'GET /admin/v1/partners/{partnerId}/wallets': {
    roles: 'admin finance operations support auditor',
    badQueries: {
      consumerId: [...NO_NUMBERS, '0'],
      campaignId: [...NO_NUMBERS, '0'],
      ...PAGES,
    },
    commands: {
      'wallets list 7 --consumer 8 --campaign 9 --sort -createdAt':
        '/partners/7/wallets?consumerId=8&campaignId=9&sort=-createdAt',
    },
  },

  'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/status': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ status: 'FROZEN', reason: 'lost phone' }),
        fields: { status: oneOf('ENABLED', 'FROZEN', 'CLOSED'), reason: reason() },
      },
    ],
    async prepareApproval({ admin, ids }) {
      const target = `${pathOf(ids)}/wallets/${ids.wallets[0]}/status`
      dataOf(await admin.post(target, { status: 'FROZEN', reason: 'lost' }))
      return { target, body: { status: 'ENABLED', reason: 'found' } }
    },
    async audit({ admin, partner }) {
      const { walletId } = await newCustomer(partner)
      const body = { status: 'FROZEN', reason: 'lost phone' }
      const reply = await admin.post(`${pathOf(partner)}/wallets/${walletId}/status`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'wallet.status',
        target: `wallet:${walletId}`,
        reason: 'lost phone',
        before: { status: 'ENABLED' },
        after: { status: 'FROZEN' },
      }
    },
    commands: {
      'wallets status 7 4294967298 FROZEN --reason "lost phone"': [
        '/partners/7/wallets/4294967298/status',
        { status: 'FROZEN', reason: 'lost phone' },
      ],
    },
  },

  'POST /admin/v1/partners/{partnerId}/wallets/{walletId}/debits': {
    roles: 'admin finance',
    isRefused: true,
    bodies: [
      {
        body: () => aDebit(),
        fields: { amount: amount(2), referenceId: anyText(255), reason: reason() },
      },
    ],
    async prepare({ admin, ids }) {
      const wallet = `${pathOf(ids)}/wallets/${ids.wallets[0]}`
      dataOf(await admin.post(`${wallet}/status`, { status: 'ENABLED', reason: 'found' }))
      return { target: `${wallet}/debits`, body: aDebit() }
    },
    async audit({ admin, partner }) {
      const { walletId } = await newCustomer(partner, { initialFunds: 10 })
      const body = aDebit({ amount: 2.5, referenceId: 'twice' })
      const reply = await admin.post(`${pathOf(partner)}/wallets/${walletId}/debits`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'wallet.debit',
        target: `wallet:${walletId}`,
        reason: 'credited twice',
        after: { amount: '2.50 USD', referenceId: 'twice' },
      }
    },
    commands: {
      'wallets debit 7 4294967298 12.50 --reference fix-1 --reason "credited twice"': [
        '/partners/7/wallets/4294967298/debits',
        { amount: 12.5, referenceId: 'fix-1', reason: 'credited twice' },
      ],
    },
  },
}

function aDebit(fields: object = {}) {
  return { amount: 0.01, referenceId: randomUUID(), reason: 'credited twice', ...fields }
}
