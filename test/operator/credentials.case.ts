import { issueCredential, pathOf } from '../conformance/admin-v1/fixture.ts'
import { NO_STATUSES, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  entries,
  flag,
  integer,
  line,
  notA,
  oneOf,
  optional,
  orNull,
  reason,
  required,
  timeAhead,
  withOptionalReason,
} from '../conformance/bad-input/values.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const CLIENT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'
const TILL = { label: 'till 7', permissions: ['orders:read'] }
const NO_GUARDS = { requiresSignatureV2: false }
const NETWORKS = required(
  ...notA('array'),
  '[]',
  ...entries('allowedAddresses', '"text"', '"10.0.0.0/33"', '"10.0.0"', '"::1/129"', '""'),
  ...entries('allowedAddresses', '7', 'null'),
)
const PERMISSIONS = required(
  ...notA('array'),
  '[]',
  '["orders:delete"]',
  '["orders:read","text"]',
  '["Orders:Read"]',
  '["__proto__"]',
  ...entries('permissions', '7', 'null', '["orders:read"]'),
)

export const CREDENTIALS: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/credentials': {
    roles: 'admin operations auditor',
    badQueries: { state: NO_STATUSES, ...PAGES },
    commands: {
      'credentials list 7 --sort -lastUsedAt': '/partners/7/credentials?sort=-lastUsedAt',
      'credentials list 7 --state ACTIVE': '/partners/7/credentials?state=ACTIVE',
    },
  },

  'POST /admin/v1/partners/{partnerId}/credentials': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ ...TILL, expiresAt: '2099-01-01T00:00:00Z' }),
        isBodyOptional: true,
        fields: {
          label: optional(line(100)),
          permissions: optional(PERMISSIONS),
          expiresAt: optional(timeAhead()),
          requireSignatureV2: optional(flag()),
          allowedAddresses: optional(NETWORKS),
          mode: optional(oneOf('live', 'test')),
        },
      },
    ],
    async audit({ admin, partner }) {
      const reply = await admin.post(`${pathOf(partner)}/credentials`, TILL)
      const { clientId } = dataOf(reply)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'credential.issue',
        target: `credential:${clientId}`,
        after: { clientId, ...TILL, ...NO_GUARDS, expiresAt: null },
      }
    },
    commands: {
      'credentials issue 7': ['/partners/7/credentials', {}],
      'credentials issue 7 --test': ['/partners/7/credentials', { mode: 'test' }],
      'credentials issue 7 --permissions "catalog:read, orders:write" --label till': [
        '/partners/7/credentials',
        { label: 'till', permissions: ['catalog:read', 'orders:write'] },
      ],
    },
  },

  'PATCH /admin/v1/partners/{partnerId}/credentials/{clientId}': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ requireSignatureV2: false, allowedAddresses: ['10.0.0.0/8'] }),
        fields: {
          requireSignatureV2: optional(flag()),
          // Null allows every address again.
          allowedAddresses: orNull(NETWORKS),
          reason: optional(reason()),
        },
      },
    ],
    async prepareApproval({ admin, ids }) {
      const target = `${pathOf(ids)}/credentials/${ids.clientId}`
      dataOf(await admin.patch(target, { requireSignatureV2: true }))
      return { target, body: { requireSignatureV2: false } }
    },
    async audit(service) {
      const { admin, partner } = service
      const { clientId } = await issueCredential(service, partner)
      const networks = ['10.0.0.0/8']
      const body = { requireSignatureV2: true, allowedAddresses: networks, reason: 'office only' }
      const reply = await admin.patch(`${pathOf(partner)}/credentials/${clientId}`, body)
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'credential.guard',
        target: `credential:${clientId}`,
        reason: 'office only',
        before: { ...NO_GUARDS, allowedAddresses: null },
        after: { requiresSignatureV2: true, allowedAddresses: networks },
      }
    },
  },

  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/rotate': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ overlapSeconds: 60, reason: 'yearly' }),
        isBodyOptional: true,
        fields: {
          overlapSeconds: optional(integer({ min: 0, max: 604_800 })),
          reason: optional(reason()),
        },
      },
    ],
    async audit(service) {
      const { admin, partner } = service
      const old = await issueCredential(service, partner, TILL)
      const body = { overlapSeconds: 60, reason: 'yearly' }
      const reply = await admin.post(`${pathOf(partner)}/credentials/${old.clientId}/rotate`, body)
      const { clientId, label, permissions, previous } = dataOf(reply)
      const replacement = { clientId, label, permissions, ...NO_GUARDS, expiresAt: null }
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'credential.rotate',
        target: `credential:${old.clientId}`,
        reason: 'yearly',
        before: { expiresAt: null },
        after: { expiresAt: previous.expiresAt, replacement },
      }
    },
    commands: {
      [`credentials rotate 7 ${CLIENT} --overlap-seconds 60`]: [
        `/partners/7/credentials/${CLIENT}/rotate`,
        { overlapSeconds: 60 },
      ],
    },
  },

  'POST /admin/v1/partners/{partnerId}/credentials/{clientId}/revoke': {
    roles: 'admin operations',
    bodies: [withOptionalReason('leaked')],
    async audit(service) {
      const { admin, partner } = service
      const { clientId } = await issueCredential(service, partner)
      const path = `${pathOf(partner)}/credentials/${clientId}/revoke`
      const reply = await admin.post(path, { reason: 'leaked' })
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'credential.revoke',
        target: `credential:${clientId}`,
        reason: 'leaked',
        before: { state: 'ACTIVE' },
        after: { state: 'REVOKED' },
      }
    },
    commands: {
      [`credentials revoke 7 ${CLIENT} --reason lost`]: [
        `/partners/7/credentials/${CLIENT}/revoke`,
        { reason: 'lost' },
      ],
    },
  },
}
