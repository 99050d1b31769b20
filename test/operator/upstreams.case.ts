import { randomUUID } from 'node:crypto'
import { anUpstream } from '../conformance/admin-v1/fixture.ts'
import { makeUpPurchase } from '../conformance/admin-v1/purchases.ts'
import { NO_TEXTS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  also,
  amount,
  currency,
  flag,
  line,
  optional,
  orNull,
  reason,
  withReason,
} from '../conformance/bad-input/values.ts'
import { completed, placed } from '../conformance/v2/fixture.ts'
import { dataOf } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/upstreams'
/** Of no service, or of one to which nobody should be sent. */
const NO_ADDRESSES = [
  'codes.example.com',
  'ftp://codes.example.com',
  'http://codes.example.com',
  'https://user:word@codes.example.com',
  'https://codes.example.com/?a=b',
  'https://codes.example.com/#a',
  'https://169.254.169.254',
  'http://[::ffff:169.254.169.254]',
  'http://0.0.0.0',
  'http://8.8.8.8',
].map((address) => JSON.stringify(address))

const CLIENT_ID = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'
const CREDENTIAL = { clientId: CLIENT_ID, apiKey: 'tsk_theirs', hmacSecret: 'dGhlaXJz' }
const CREDENTIAL_FIELDS = {
  clientId: also(line(36), '"7d1f0b7e"'),
  apiKey: also(line(512), '"a b"'),
  hmacSecret: also(line(512), '"é"'),
}

export const UPSTREAMS: OperatorCases = {
  'GET /admin/v1/upstreams': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
    commands: { 'upstreams list': '/upstreams' },
  },

  'POST /admin/v1/upstreams': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({
          name: `u-${randomUUID()}`,
          baseUrl: 'https://codes.example.com',
          ...CREDENTIAL,
          currency: 'USD',
          lowFloat: 50,
          reason: 'a new source',
        }),
        fields: {
          name: also(line(50), '"Acme"', '"a b"', '"-acme"', '"a/b"'),
          baseUrl: also(line(1_024), ...NO_ADDRESSES),
          ...CREDENTIAL_FIELDS,
          currency: currency(),
          lowFloat: optional(amount(2)),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin }) {
      const reply = await admin.post(PATH, anUpstream('first'))
      const { apiKey: _, hmacSecret: __, ...shown } = anUpstream('first')
      const after = { ...shown, lowFloat: null, active: true }
      return { reply, action: 'upstream.create', target: 'upstream:first', after }
    },
  },

  'PATCH /admin/v1/upstreams/{upstreamName}': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ ...CREDENTIAL, lowFloat: 50, active: false, reason: 'yearly' }),
        fields: {
          ...CREDENTIAL_FIELDS,
          lowFloat: orNull(amount(2)),
          active: optional(flag()),
          reason: optional(reason()),
        },
      },
    ],
    approved: ({ ids }) => ({ target: `${PATH}/${ids.upstreamName}`, body: { active: true } }),
    async audit({ admin }) {
      const { apiKey, hmacSecret, ...shown } = anUpstream('second')
      dataOf(await admin.post(PATH, anUpstream('second')))
      const { clientId } = shown
      const body = { clientId, apiKey, hmacSecret, active: false, lowFloat: 5, reason: 'yearly' }
      const reply = await admin.patch(`${PATH}/second`, body)
      const before = { ...shown, lowFloat: null, active: true }
      return {
        reply,
        action: 'upstream.update',
        target: 'upstream:second',
        reason: 'yearly',
        before,
        after: { ...before, lowFloat: '5.00', active: false, secrets: 'changed' },
      }
    },
    commands: {
      'upstreams update acme --low-float none --no-active': [
        '/upstreams/acme',
        { lowFloat: null, active: false },
      ],
    },
  },

  'GET /admin/v1/upstreams/{upstreamName}/products': {
    roles: 'admin finance operations auditor',
    withoutPage: 'read from the other service each time, to write products from it',
    badQueries: PAGES,
    prepare: ({ foreign }) => ({ target: `${PATH}/${foreign.upstreamName}/products` }),
    commands: { 'upstreams products acme --page 2': '/upstreams/acme/products?page=2' },
  },

  'GET /admin/v1/upstreams/{upstreamName}/purchases': {
    roles: 'admin finance operations auditor',
    badQueries: {
      status: ['', 'placed', 'COMPLETED', 'PLACED,REFUSED'],
      orderId: [...NO_TEXTS, '1', 'ord_1', 'ord_000000000000000000000'],
      ...PAGES,
    },
    commands: {
      'upstreams purchases acme --status PLACED --order ord_1':
        '/upstreams/acme/purchases?status=PLACED&orderId=ord_1',
    },
  },

  'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close': {
    roles: 'admin operations',
    bodies: [{ ...withReason('they have no such order'), accepted: [409] }],
    isRefused: true,
    async prepare(fixture) {
      const { upstreamName: upstream } = fixture.foreign
      const fault = 'they do not know their order'
      const { id: orderId } = await completed(fixture, { productId: fixture.ids.products[0] })
      const reference = await makeUpPurchase(fixture, { upstream, orderId, fault })
      const target = `${PATH}/${upstream}/purchases/${reference}/close`
      return { target, body: { reason: 'they have no such order' } }
    },
    async audit(service) {
      const { admin, partner } = service
      dataOf(await admin.post(PATH, anUpstream('third')))
      const { productId } = await service.product()
      const { id: orderId } = await placed(partner, { productId })
      const fault = 'they do not know their order o-1'
      const reference = await makeUpPurchase(service, { upstream: 'third', orderId, fault })
      const path = `${PATH}/third/purchases/${reference}/close`
      const reply = await admin.post(path, { reason: 'they refund it' })
      const theirs = { upstreamOrderId: 'o-1', upstreamStatus: null }
      const bought = { productId: 1, quantity: 1, released: false }
      return {
        reply,
        partnerId: partner.partnerId,
        action: 'upstream.purchase.close',
        target: 'upstream:third',
        reason: 'they refund it',
        before: { reference, status: 'PLACED', ...theirs, ...bought, fault },
        after: { reference, status: 'CLOSED' },
      }
    },
    commands: {
      'upstreams close acme tessera-1-2-3-a --reason "they have none"': [
        '/upstreams/acme/purchases/tessera-1-2-3-a/close',
        { reason: 'they have none' },
      ],
    },
  },
}
