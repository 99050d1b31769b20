import { currency, signedDecimal } from './arguments.ts'
import { PRODUCT_TYPE } from './catalog-commands.ts'
import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'

export const PRICES = group('the price list: discounts, surcharges and fees', {
  set: operation('createPriceRule', {
    about: 'add a rule; it supersedes the one of the same partner and products',
    fields: {
      productType: PRODUCT_TYPE,
      currency: 'only products of this currency; needed with --fee, not with --product',
      discountPercent: { flags: '--discount <percent>', read: signedDecimal },
      feeAmount: { flags: '--fee <amount>' },
    },
    examples: `
Examples:
  $ tessera prices set --discount 2                       all partners, all products: 2 % off
  $ tessera prices set --partner 3 --brand "Northwind Coffee" --discount 6.5
  $ tessera prices set --partner 3 --type TOP_UP --currency EUR --fee 0.15
The most specific rule applies: product, then brand, then type, then all. At the same level, the
partner's own rule applies. Accepted orders keep their price.`,
  }),
  compare: operation('comparePriceRule', {
    about: 'compare what a partner pays today with what it would pay under a rule',
    fields: {
      productType: PRODUCT_TYPE,
      discountPercent: { flags: '--discount <percent>', read: signedDecimal },
      feeAmount: { flags: '--fee <amount>' },
    },
    columns: ['products', 'productId', 'ruleNo', 'faceValue', 'currency', 'today', 'after'],
  }),
  end: operation('endPriceRule', {
    about: 'end a rule; less specific ones apply then',
    fields: { ruleNo: 'as `tessera prices list` shows it' },
  }),
  list: operation('listPriceRules', {
    about: 'list rules, the latest first, with those that are not in force',
    columns: [
      'ruleNo',
      'partnerId',
      'productId',
      'brand',
      'productType',
      'currency',
      'discountPercent',
      'feeAmount',
      'effectiveAt',
    ],
  }),
})

export const ASSORTMENTS = group('which products a partner sees; all of them without a rule', {
  set: operation('createAssortmentRule', {
    about: 'set whether partners see products; supersedes the rule for the same ones',
    args: ['shown'],
    fields: {
      shown: {
        help: 'yes or no; "none" ends the rule',
        none: 'none',
        values: ['yes', 'no', 'none'],
        read: (_label, text) => text === 'yes',
      },
      productType: PRODUCT_TYPE,
    },
    examples: `
Examples:
  $ tessera assortments set no --partner 3                        partner 3 sees nothing
  $ tessera assortments set yes --partner 3 --brand "Northwind"   but for this brand`,
  }),
  list: operation('listAssortmentRules', {
    about: 'list rules, the latest first, with those that are not in force',
    columns: [
      'ruleNo',
      'partnerId',
      'productId',
      'brand',
      'productType',
      'currency',
      'shown',
      'effectiveAt',
    ],
  }),
})

const CURRENCY = { read: (_label: string, text: string) => currency(text) }

export const SPREADS = group('what is added to market rates', {
  set: operation('putFxSpread', {
    about: 'set the spread of a pair, or of all pairs without one of their own',
    args: ['spreadPercent', 'from', 'to'],
    fields: {
      spreadPercent: {
        help: 'on top of the market rate, at most 4 decimals; "none" ends it',
        none: 'none',
      },
      from: CURRENCY,
      to: CURRENCY,
    },
    request({ body }) {
      if (body.from !== undefined && body.to === undefined) {
        throw new UsageFailure(
          'give both currencies of a pair, as in `tessera spreads set 1.5 USD EUR`',
        )
      }
      return requestOf('putFxSpread', { body })
    },
  }),
  list: operation('listFxSpreads', {
    about: 'list all spreads, the latest first',
    columns: ['from', 'to', 'spreadPercent', 'effectiveAt', 'recordedAt', 'recordedBy'],
  }),
})
