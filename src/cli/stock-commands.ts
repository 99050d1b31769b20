import { group } from './invocation.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { recordWith, tableOf } from './print.ts'

const LEVEL_COLUMNS = ['free', 'isLow', 'dailySales', 'daysLeft', 'expiringSoon'] as const
const PLACE_COLUMNS = ['withheld', 'expired', 'quarantined', 'recalled', 'reserved', 'sold']

export const STOCK = group('imported codes: what is left, and how long it lasts', {
  list: operation('listStock', {
    about: 'list the stock of every product by face value',
    fields: { low: 'only those that are low on stock' },
    columns: ['productId', 'brand', 'faceValue', 'currency', ...LEVEL_COLUMNS],
  }),
  show: operation('getStock', {
    about: 'show the stock of a product, by face value',
    view: recordWith({ faceValues: tableOf(['faceValue', ...LEVEL_COLUMNS, ...PLACE_COLUMNS]) }),
  }),
  defaults: operation('getStockDefaults', { about: 'show the default stock policy' }),
  update: operation('changeStock', {
    about: 'change the stock policy of a product, or the default',
    fields: {
      productId: 'or: defaults',
      expiryMarginSeconds: {
        help: 'sell no code that expires sooner; or: default',
        none: 'default',
      },
      lowStockThreshold: {
        help: 'a face value with fewer is low; or: default',
        none: 'default',
      },
    },
    request({ path, body }) {
      const isOfAll = path.productId === 'defaults'
      return isOfAll
        ? requestOf('changeStockDefaults', { body })
        : requestOf('changeStock', { path, body })
    },
  }),
})
