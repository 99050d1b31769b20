import { group } from './invocation.ts'
import { operation } from './operation.ts'
import { recordWith, tableOf } from './print.ts'

const EFFECT_COLUMNS = ['currency', 'orders', 'codes', 'costBefore', 'costAfter', 'marginChange']

export const LOTS = group('codes that were imported together', {
  list: operation('listLots', {
    about: "list a product's lots, newest first",
    columns: ['lot', 'state', 'imported', 'free', 'held', 'outdated', 'taken', 'createdAt'],
  }),
  quarantine: operation('quarantineLot', {
    about: 'stop the sale of a lot until it is released',
  }),
  release: operation('releaseLot', { about: 'return a quarantined lot to sale' }),
  recall: operation('recallLot', { about: 'stop the sale of a lot for good' }),
  cost: operation('createLotCost', {
    about: 'record what a unit of a lot cost, or correct a cost',
    args: ['unitCost', 'currency'],
    fields: {
      unitCost: 'such as 9.40',
      effectiveAt: 'such as 2026-01-31T12:00:00Z; default: now',
      corrects: 'the cost to correct; options left out change nothing',
      reason: 'needed for a correction, and for a time in the past',
      dryRun: 'show the effect on the margin, but record nothing',
    },
    view: recordWith({ effects: tableOf(EFFECT_COLUMNS) }),
  }),
  costs: operation('listLotCosts', {
    about: 'list the costs of a lot, the latest first',
    columns: [
      'costNo',
      'unitCost',
      'currency',
      'faceValue',
      'supplier',
      'purchaseOrder',
      'effectiveAt',
      'corrects',
      'correctedBy',
      'recordedAt',
    ],
  }),
  orders: operation('listLotOrders', {
    about: 'list the orders that hold codes of a lot, with the items',
    columns: ['orderId', 'partnerId', 'status', 'firstItemNo', 'lastItemNo', 'codes'],
  }),
})
