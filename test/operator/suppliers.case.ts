import { TILLO_SECRETS } from '../../src/stand-ins/tillo.ts'
import {
  anUnusedSupplier,
  aSupplier,
  makeUpSupplierPurchase,
} from '../conformance/admin-v1/purchases.ts'
import { NO_FLAGS, NO_NUMBERS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  also,
  currency,
  flag,
  notA,
  oneOf,
  optional,
  orNull,
  reason,
  required,
} from '../conformance/bad-input/values.ts'
import { placeOrder } from '../conformance/v2/fixture.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const PATH = '/admin/v1/suppliers'
const FAULT = 'no order with our reference is there'

/** Returns the id of a purchase that waits for a person, and the path that closes it. */
async function anUnclearPurchase(
  service: RunningService,
): Promise<{ target: string; purchaseId: string }> {
  const supplier = await anUnusedSupplier(service)
  const { productId } = await service.product({ supplier: 'vault' })
  const { id: orderId } = await placeOrder(service.partner, { productId })
  const purchaseId = await makeUpSupplierPurchase(service, { supplier, orderId, fault: FAULT })
  return { target: `${PATH}/${supplier}/purchases/${purchaseId}/close`, purchaseId }
}

/** Addresses that lead to no service, or to one that must not be called. */
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

const LOW_FLOAT = required(
  ...notA('object'),
  { json: '{"amount":1,"currency":"XXX"}', names: 'lowFloat.currency' },
  { json: '{"amount":1.001,"currency":"EUR"}', names: 'lowFloat.amount' },
)
const SECRETS = required(
  ...notA('object'),
  { json: '{"apiKey":"a"}', names: 'secrets.secret' },
  { json: '{"apiKey":"a","secret":7}', names: 'secrets.secret' },
  { json: '{"apiKey":"a","secret":"b","more":"c"}', names: 'secrets.more' },
)
const SETTINGS = required(...notA('object'), {
  json: '{"colour":"red"}',
  names: 'settings.colour',
})

export const SUPPLIERS: OperatorCases = {
  'GET /admin/v1/supplier-adapters': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
    commands: { 'suppliers adapters': '/supplier-adapters' },
  },

  'GET /admin/v1/suppliers': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
    commands: { 'suppliers list --sort -answeredAt': '/suppliers?sort=-answeredAt' },
  },

  'GET /admin/v1/suppliers/{supplier}': {
    roles: 'admin finance operations auditor',
    commands: { 'suppliers show tillo:main': '/suppliers/tillo%3Amain' },
  },

  'GET /admin/v1/suppliers/{supplier}/products': {
    roles: 'admin finance operations auditor',
    badQueries: PAGES,
    commands: {
      'suppliers products tillo:main --sort -step': '/suppliers/tillo%3Amain/products?sort=-step',
    },
  },

  'POST /admin/v1/suppliers': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ ...aSupplier(), settings: {}, reason: 'contract 7' }),
        fields: {
          adapter: required(...notA('string'), '"acme"', '""', '"__proto__"'),
          name: required(...notA('string'), '"A b"', '""', '"a:b"', `"${'a'.repeat(51)}"`),
          environment: oneOf('live', 'sandbox'),
          baseUrl: optional(required(...notA('string'), '"text"', ...NO_ADDRESSES)),
          secrets: SECRETS,
          settings: optional(SETTINGS),
          lowFloat: optional(
            also(LOW_FLOAT, { json: '{"currency":"EUR"}', names: 'lowFloat.amount' }),
          ),
          reason: optional(reason()),
        },
      },
    ],
    async audit({ admin }) {
      const account = aSupplier('first')
      const reply = await admin.post(PATH, { ...account, reason: 'contract 7' })
      const { secrets: _, ...shown } = account
      const after = { ...shown, active: true, lowFloat: null }
      const entry = { target: 'supplier:tillo:first', reason: 'contract 7', after }
      return { reply, action: 'supplier_account.create', ...entry }
    },
  },

  'PATCH /admin/v1/suppliers/{supplier}': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ secrets: TILLO_SECRETS, settings: {}, active: false, reason: 'yearly' }),
        fields: {
          secrets: optional(SECRETS),
          settings: optional(SETTINGS),
          lowFloat: orNull(LOW_FLOAT),
          active: optional(flag()),
          reason: optional(reason()),
        },
      },
    ],
    prepareApproval: ({ ids }) => ({ target: `${PATH}/${ids.supplier}`, body: { active: true } }),
    async audit({ admin }) {
      const { secrets, ...shown } = aSupplier('second')
      dataOf(await admin.post(PATH, { ...shown, secrets }))
      const lowFloat = { amount: 5, currency: 'EUR' }
      const change = { secrets, lowFloat, active: false, reason: 'yearly' }
      const reply = await admin.patch(`${PATH}/tillo:second`, change)
      const before = { ...shown, active: true, lowFloat: null }
      const after = { ...before, active: false, lowFloat: '5.00 EUR', secrets: 'changed' }
      const entry = { target: 'supplier:tillo:second', reason: 'yearly', before, after }
      return { reply, action: 'supplier_account.update', ...entry }
    },
    commands: {
      'suppliers update tillo:main --low-float none --no-active': [
        '/suppliers/tillo%3Amain',
        { lowFloat: null, active: false },
      ],
      'suppliers update tillo:main --low-float {"amount":5,"currency":"EUR"}': [
        '/suppliers/tillo%3Amain',
        { lowFloat: { amount: 5, currency: 'EUR' } },
      ],
    },
  },

  'GET /admin/v1/suppliers/{supplier}/purchases': {
    roles: 'admin finance operations auditor',
    badQueries: {
      status: ['', 'placed', 'PENDING', 'DONE,CLOSED', 'DONE%00'],
      unclear: NO_FLAGS,
      orderId: [...NO_NUMBERS.slice(0, 3), 'ord_1'],
      ...PAGES,
    },
    commands: {
      'suppliers purchases tillo:main --unclear --status PLACED':
        '/suppliers/tillo%3Amain/purchases?status=PLACED&unclear=true',
      'suppliers purchases tillo:main --order ord_1':
        '/suppliers/tillo%3Amain/purchases?orderId=ord_1',
    },
  },

  'GET /admin/v1/suppliers/{supplier}/purchases/{purchaseId}': {
    roles: 'admin finance operations auditor',
    commands: { 'suppliers purchase tillo:main pur-1': '/suppliers/tillo%3Amain/purchases/pur-1' },
  },

  'POST /admin/v1/suppliers/{supplier}/purchases/{purchaseId}/close': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({
          outcome: 'bought',
          units: [{ giftCardNumber: 'A-1', expiresAt: '2099-12-31' }],
          supplierOrderId: 'T-1',
          cost: { amount: 9.5, currency: 'USD' },
          reason: 'their support says so',
        }),
        // 409, because no batch waits for this purchase.
        accepted: [409],
        fields: {
          outcome: oneOf('bought', 'notBought'),
          units: optional(
            required(
              ...notA('array').filter((json) => json !== '[]'),
              { json: '[7]', names: 'units[0]' },
              { json: '[{"giftCardNumber":7}]', names: 'units[0].giftCardNumber' },
              { json: '[{"expiresAt":"2026-02-30"}]', names: 'units[0].expiresAt' },
              { json: '[{"expiresAt":"soon"}]', names: 'units[0].expiresAt' },
            ),
          ),
          supplierOrderId: optional(required(...notA('string'), '""', '"a b"')),
          cost: optional(
            required(
              ...notA('object'),
              { json: '{"currency":"USD"}', names: 'cost.amount' },
              { json: '{"amount":-1,"currency":"USD"}', names: 'cost.amount' },
              { json: '{"amount":0.000001,"currency":"USD"}', names: 'cost.amount' },
              { json: '{"amount":1,"currency":"XXX"}', names: 'cost.currency' },
            ),
          ),
          reason: reason(),
        },
      },
      {
        variant: 'not bought',
        body: () => ({ outcome: 'notBought', reason: 'their support says so' }),
        accepted: [409],
        fields: { supplierOrderId: optional(also(currency(), '"T-1"')) },
      },
    ],
    isRefused: true,
    async prepare(fixture) {
      const { target } = await anUnclearPurchase(fixture)
      const body = { outcome: 'notBought', reason: 'their support says so' }
      return { target, body }
    },
    async audit(service) {
      const { target, purchaseId } = await anUnclearPurchase(service)
      const cost = { amount: 9.5, currency: 'USD' }
      const units = [{ giftCardNumber: 'BOUGHT-1' }]
      const why = 'their support says so'
      const body = { outcome: 'bought', units, supplierOrderId: 'T-1', cost, reason: why }
      const reply = await service.admin.post(target, body)
      const supplier = target.split('/')[4]
      const { productId } = dataOf(reply)
      const common = { purchaseId, productId, quantity: 1, released: false }
      return {
        reply,
        partnerId: service.partner.partnerId,
        action: 'supplier_purchase.close',
        target: `supplier:${supplier}`,
        reason: why,
        before: { ...common, status: 'PLACED', theirs: null, cost: null, fault: FAULT },
        after: {
          ...common,
          status: 'DONE',
          theirs: 'T-1',
          cost: '9.5 USD',
          fault: null,
          outcome: 'bought',
        },
      }
    },
    commands: {
      'suppliers close tillo:main pur-1 notBought --reason "they say so"': [
        '/suppliers/tillo%3Amain/purchases/pur-1/close',
        { outcome: 'notBought', reason: 'they say so' },
      ],
      ['suppliers close tillo:main pur-1 bought --reason "they say so"' +
      ' --units [{"giftCardNumber":"A-1"}]']: [
        '/suppliers/tillo%3Amain/purchases/pur-1/close',
        { outcome: 'bought', units: [{ giftCardNumber: 'A-1' }], reason: 'they say so' },
      ],
    },
  },
}
