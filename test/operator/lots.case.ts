import { importCsv } from '../conformance/admin-v1/fixture.ts'
import { NO_FLAGS, NO_STATUSES, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import {
  amount,
  amountOrZero,
  anyTime,
  currency,
  inAnHour,
  integer,
  line,
  optional,
  reason,
  withReason,
} from '../conformance/bad-input/values.ts'
import type { Json } from '../support/client.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const STATES = { quarantine: 'QUARANTINED', release: 'ON_SALE', recall: 'RECALLED' } as const

/** Stores two codes of a new product; returns the path of their lot, and its name in the audit. */
async function newLot(service: RunningService) {
  const { productId } = await service.product({ supplier: 'vault' })
  dataOf(await service.stock(productId, [`LOT-1-OF-${productId}`, `LOT-2-OF-${productId}`]))
  const [{ lot }]: Json[] = dataOf(await service.admin.get(`/admin/v1/products/${productId}/lots`))
  return {
    path: `/admin/v1/products/${productId}/lots/${lot}`,
    target: `lot:${productId}:${lot}`,
  }
}

async function doAct(
  { admin }: RunningService,
  act: keyof typeof STATES,
  {
    path,
    target,
    state,
  }: { readonly path: string; readonly target: string; readonly state: string },
) {
  const reply = await admin.post(`${path}/${act}`, { reason: 'doubted' })
  return {
    reply,
    action: `lot.${act}`,
    target,
    reason: 'doubted',
    before: { state },
    after: { state: STATES[act], moved: 2 },
  }
}

export const LOTS: OperatorCases = {
  'GET /admin/v1/products/{productId}/lots': {
    roles: 'admin finance operations support auditor',
    badQueries: { state: NO_STATUSES, ...PAGES },
    commands: {
      'lots list 3 --sort -createdAt': '/products/3/lots?sort=-createdAt',
      'lots list 3 --state QUARANTINED': '/products/3/lots?state=QUARANTINED',
    },
  },

  'GET /admin/v1/products/{productId}/lots/{lot}/orders': {
    roles: 'admin finance operations support auditor',
    badQueries: PAGES,
    commands: { 'lots orders 3 A --page 2': '/products/3/lots/A/orders?page=2' },
  },

  'POST /admin/v1/products/{productId}/lots/{lot}/quarantine': {
    roles: 'admin operations',
    bodies: [withReason('doubted')],
    audit: async (service) =>
      doAct(service, 'quarantine', { ...(await newLot(service)), state: 'ON_SALE' }),
    commands: {
      'lots quarantine 3 spring/1 --reason doubted': [
        '/products/3/lots/spring%2F1/quarantine',
        { reason: 'doubted' },
      ],
    },
  },

  'POST /admin/v1/products/{productId}/lots/{lot}/release': {
    roles: 'admin operations',
    bodies: [withReason('doubted')],
    async prepareApproval({ admin, ids }) {
      const path = `/admin/v1/products/${ids.products[0]}/lots/${ids.lot}`
      await admin.post(`${path}/quarantine`, { reason: 'doubtful' })
      return { target: `${path}/release`, body: { reason: 'checked' } }
    },
    async audit(service) {
      const lot = await newLot(service)
      await doAct(service, 'quarantine', { ...lot, state: 'ON_SALE' })
      return doAct(service, 'release', { ...lot, state: 'QUARANTINED' })
    },
    commands: {
      'lots release 3 A --reason sound': ['/products/3/lots/A/release', { reason: 'sound' }],
    },
  },

  'POST /admin/v1/products/{productId}/lots/{lot}/recall': {
    roles: 'admin operations',
    bodies: [withReason('doubted')],
    audit: async (service) =>
      doAct(service, 'recall', { ...(await newLot(service)), state: 'ON_SALE' }),
    commands: {
      'lots recall 3 A --reason stolen': ['/products/3/lots/A/recall', { reason: 'stolen' }],
    },
  },

  'GET /admin/v1/products/{productId}/lots/{lot}/costs': {
    roles: 'admin finance operations auditor',
    commands: { 'lots costs 310 spring': '/products/310/lots/spring/costs' },
  },

  'POST /admin/v1/products/{productId}/lots/{lot}/costs': {
    roles: 'admin finance',
    badQueries: { dryRun: NO_FLAGS },
    bodies: [
      {
        body: () => ({
          currency: 'EUR',
          unitCost: 9.4,
          faceValue: 10,
          purchaseOrder: 'PO 7',
          supplier: 'Acme',
          effectiveAt: inAnHour(),
          reason: 'invoice',
        }),
        fields: {
          currency: currency(),
          unitCost: amountOrZero(2),
          faceValue: optional(amount(2)),
          purchaseOrder: optional(line(200)),
          supplier: optional(line(200)),
          effectiveAt: optional(anyTime()),
          corrects: optional(integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
          reason: optional(reason()),
        },
      },
    ],
    async audit(service) {
      const { productId } = await service.product({ supplier: 'vault' })
      const csv = 'faceValue,giftCardNumber\n10,COSTED-1\n'
      dataOf(await importCsv(service, productId, csv, '?lot=costed'))
      const cost = { currency: 'EUR', unitCost: 9.4, supplier: 'Acme' }
      const path = `/admin/v1/products/${productId}/lots/costed/costs`
      const { costNo: corrects } = dataOf(await service.admin.post(path, cost))
      const correction = { currency: 'EUR', unitCost: 9, corrects, reason: 'misread' }
      const reply = await service.admin.post(path, correction)
      const { costNo, effectiveAt } = dataOf(reply)
      const before = { ...cost, effectiveAt }
      return {
        reply,
        action: 'lot.correct_cost',
        target: `lot:${productId}:costed`,
        reason: 'misread',
        before,
        after: { ...before, costNo, unitCost: 9, corrects, effects: [] },
      }
    },
    commands: {
      'lots cost 310 spring 9.40 eur --supplier Acme --face-value 10': [
        '/products/310/lots/spring/costs',
        { unitCost: 9.4, currency: 'EUR', supplier: 'Acme', faceValue: 10 },
      ],
      ['lots cost 310 spring 9 EUR --corrects 7 --reason misread' +
      ' --effective-at 2026-01-31T12:00:00Z --dry-run']: [
        '/products/310/lots/spring/costs?dryRun=true',
        {
          unitCost: 9,
          currency: 'EUR',
          corrects: 7,
          reason: 'misread',
          effectiveAt: '2026-01-31T12:00:00Z',
        },
      ],
    },
  },
}
