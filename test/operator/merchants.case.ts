import { PAGE_SIZE, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  integer,
  line,
  oneOf,
  optional,
  reason,
  withOptionalReason,
} from '../conformance/bad-input/values.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/merchants'
const CLIENT = '0190f3a0-0000-7000-8000-000000000000'

async function aMerchant({ admin }: RunningService): Promise<number> {
  return dataOf(await admin.post(PATH, { name: 'Corner shop' })).merchantId
}

async function aCredential(service: RunningService): Promise<readonly [number, string]> {
  const merchantId = await aMerchant(service)
  const issued = await service.admin.post(`${PATH}/${merchantId}/credentials`, { label: 'till' })
  return [merchantId, dataOf(issued).clientId]
}

const BY_COMMANDS = 'few cards are in dispute: the command line (tessera merchants card) finds them'

export const MERCHANTS: OperatorCases = {
  'POST /admin/v1/merchants': {
    roles: 'admin operations',
    bodies: [{ body: () => ({ name: 'Corner shop' }), fields: { name: line(200) } }],
    async audit({ admin }) {
      const reply = await admin.post(PATH, { name: 'Corner shop' })
      const target = `merchant:${dataOf(reply).merchantId}`
      return { reply, action: 'merchant.create', target, after: { name: 'Corner shop' } }
    },
    commands: { 'merchants create "Corner shop"': ['/merchants', { name: 'Corner shop' }] },
  },

  'GET /admin/v1/merchants': {
    roles: 'admin finance operations support auditor',
    badQueries: { ...PAGES, status: ['', 'active', 'SUSPENDED', '%00'] },
    commands: {
      'merchants list --sort -createdAt': '/merchants?sort=-createdAt',
      'merchants list --status DISABLED': '/merchants?status=DISABLED',
    },
  },

  'PATCH /admin/v1/merchants/{merchantId}': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ status: 'ACTIVE', reason: 'pays again' }),
        fields: { status: oneOf('ACTIVE', 'DISABLED'), reason: optional(reason()) },
      },
    ],
    async prepareApproval({ admin, ids }) {
      const target = `${PATH}/${ids.merchantId}`
      dataOf(await admin.patch(target, { status: 'DISABLED' }))
      return { target, body: { status: 'ACTIVE' } }
    },
    async audit(service) {
      const merchantId = await aMerchant(service)
      const change = { status: 'DISABLED', reason: 'closed its doors' }
      const reply = await service.admin.patch(`${PATH}/${merchantId}`, change)
      return {
        reply,
        action: 'merchant.change',
        target: `merchant:${merchantId}`,
        reason: 'closed its doors',
        before: { status: 'ACTIVE' },
        after: { status: 'DISABLED' },
      }
    },
    commands: { 'merchants update 4 --status DISABLED': ['/merchants/4', { status: 'DISABLED' }] },
  },

  'POST /admin/v1/merchants/{merchantId}/credentials': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ label: 'till 7' }),
        isBodyOptional: true,
        // 409 once the merchant has the most credentials that it may have.
        accepted: [201, 409],
        fields: { label: optional(line(100)) },
      },
    ],
    async prepare(fixture) {
      const merchantId = await aMerchant(fixture)
      return { target: `${PATH}/${merchantId}/credentials`, body: { label: 'till 7' } }
    },
    async audit(service) {
      const merchantId = await aMerchant(service)
      const path = `${PATH}/${merchantId}/credentials`
      const reply = await service.admin.post(path, { label: 'till 7' })
      const { clientId } = dataOf(reply)
      return {
        reply,
        action: 'merchant_credential.issue',
        target: `merchant:${merchantId}`,
        after: { clientId, label: 'till 7' },
      }
    },
    commands: {
      'merchants issue 4 --label "till 7"': ['/merchants/4/credentials', { label: 'till 7' }],
    },
  },

  'GET /admin/v1/merchants/{merchantId}/credentials': {
    roles: 'admin finance operations support auditor',
    badQueries: PAGES,
    commands: {
      'merchants credentials 4 --sort -expiresAt': '/merchants/4/credentials?sort=-expiresAt',
    },
  },

  'POST /admin/v1/merchants/{merchantId}/credentials/{clientId}/rotate': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ overlapSeconds: 60, reason: 'yearly' }),
        isBodyOptional: true,
        accepted: [201, 409],
        fields: {
          overlapSeconds: optional(integer({ min: 0, max: 604_800 })),
          reason: optional(reason()),
        },
      },
    ],
    async prepare(fixture) {
      const [merchantId, clientId] = await aCredential(fixture)
      return {
        target: `${PATH}/${merchantId}/credentials/${clientId}/rotate`,
        body: { reason: 'yearly' },
      }
    },
    async audit(service) {
      const [merchantId, clientId] = await aCredential(service)
      const path = `${PATH}/${merchantId}/credentials/${clientId}/rotate`
      const reply = await service.admin.post(path, { overlapSeconds: 0, reason: 'yearly' })
      const { clientId: replacement, previous } = dataOf(reply)
      return {
        reply,
        action: 'merchant_credential.rotate',
        target: `merchant:${merchantId}`,
        reason: 'yearly',
        before: { clientId },
        after: { clientId: replacement, previousExpiresAt: previous.expiresAt },
      }
    },
    commands: {
      [`merchants rotate 4 ${CLIENT} --reason yearly`]: [
        `/merchants/4/credentials/${CLIENT}/rotate`,
        { reason: 'yearly' },
      ],
    },
  },

  'POST /admin/v1/merchants/{merchantId}/credentials/{clientId}/revoke': {
    roles: 'admin operations',
    bodies: [withOptionalReason('leaked')],
    async prepare(fixture) {
      const [merchantId, clientId] = await aCredential(fixture)
      return {
        target: `${PATH}/${merchantId}/credentials/${clientId}/revoke`,
        body: { reason: 'leaked' },
      }
    },
    async audit(service) {
      const [merchantId, clientId] = await aCredential(service)
      const path = `${PATH}/${merchantId}/credentials/${clientId}/revoke`
      const reply = await service.admin.post(path, { reason: 'leaked' })
      return {
        reply,
        action: 'merchant_credential.revoke',
        target: `merchant:${merchantId}`,
        reason: 'leaked',
        before: { clientId, state: 'ACTIVE' },
        after: { clientId, state: 'REVOKED' },
      }
    },
    commands: {
      [`merchants revoke 4 ${CLIENT}`]: [`/merchants/4/credentials/${CLIENT}/revoke`, {}],
    },
  },

  'GET /admin/v1/merchants/{merchantId}/calls': {
    roles: 'admin finance operations support auditor',
    badQueries: { ...PAGE_SIZE, after: ['', '0', '-1', '1.5', 'x', '%00'] },
    commands: { 'merchants calls 4': '/merchants/4/calls' },
  },

  'POST /admin/v1/cards/find': {
    roles: 'admin operations support',
    withoutPage: BY_COMMANDS,
    bodies: [
      { body: () => ({ code: 'NWC-1' }), fields: { code: optional(line(2_048)) } },
      { body: () => ({ reference: 'till-7' }), fields: { reference: optional(line(100)) } },
      {
        body: ({ orderId }) => ({
          cardIdentifier: `crd_${orderId.slice(4)}-1`,
          reason: 'ticket 9',
        }),
        fields: { cardIdentifier: optional(line(100)), reason: optional(reason()) },
      },
    ],
    async audit({ admin }) {
      const body = { code: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ', reason: 'ticket 9' }
      const reply = await admin.post('/admin/v1/cards/find', body)
      return { reply, action: 'card.find', target: 'cards', reason: 'ticket 9', after: [] }
    },
    commands: { 'merchants card --reference till-7': ['/cards/find', { reference: 'till-7' }] },
  },
}
