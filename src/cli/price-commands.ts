import type { Command } from 'commander'
import {
  currency,
  optionalDecimal,
  optionalSigned,
  optionalWhole,
  productTypeOption,
} from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { operateWrite, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { record } from './print.ts'

/** Adds the command group `prices`. */
export function addPriceCommands(program: Command, invocation: Invocation): void {
  const prices = program
    .command('prices')
    .description('the price list: discounts, surcharges and fees')
  addSet(prices, invocation)
  addEnd(prices, invocation)
  addList(prices, invocation)
}

interface SetOptions {
  readonly partner?: string
  readonly product?: string
  readonly brand?: string
  readonly type?: string
  readonly currency?: string
  readonly discount?: string
  readonly fee?: string
  readonly effectiveAt?: string
  readonly reason?: string
}

function addSet(prices: Command, invocation: Invocation): void {
  const set = prices
    .command('set')
    .description('add a rule; it supersedes the one of the same partner and products')
    .option('--partner <id>', 'its own price; without it, of all partners')
    .option('--product <id>', 'of one product')
    .option('--brand <name>', 'of all products of a brand')
    .addOption(productTypeOption('of all products of a type'))
    .option(
      '--currency <code>',
      'only products of this currency; needed with --fee, not with --product',
    )
    .option('--discount <percent>', 'of the face value, at most 4 decimals; below 0: a surcharge')
    .option('--fee <amount>', 'for each unit, in the currency of the product')
    .option('--effective-at <time>', 'such as 2026-01-31T12:00:00Z; default: now')
    .option('--reason <text>', 'recorded in the audit log')
    .addHelpText(
      'after',
      `
Examples:
  $ tessera prices set --discount 2                       all partners, all products: 2 % off
  $ tessera prices set --partner 3 --brand "Northwind Coffee" --discount 6.5
  $ tessera prices set --partner 3 --type TOP_UP --currency EUR --fee 0.15
The most specific rule applies: product, then brand, then type, then all; for the same, the
partner's own. Accepted orders keep their price.`,
    )
  operateWrite<SetOptions>(set, invocation, {
    request: (options) => ({
      method: 'POST',
      path: '/price-rules',
      body: {
        partnerId: optionalWhole('--partner', options.partner),
        productId: optionalWhole('--product', options.product),
        brand: options.brand,
        productType: options.type,
        currency: options.currency === undefined ? undefined : currency(options.currency),
        discountPercent: optionalSigned('--discount', options.discount),
        feeAmount: optionalDecimal('--fee', options.fee),
        effectiveAt: options.effectiveAt,
        reason: options.reason,
      },
    }),
    view: record,
  })
}

function addEnd(prices: Command, invocation: Invocation): void {
  const end = prices
    .command('end')
    .description('end a rule; less specific ones apply then')
    .argument('<ruleNo>', 'as `tessera prices list` shows it')
    .option('--effective-at <time>', 'such as 2026-01-31T12:00:00Z; default: now')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<Pick<SetOptions, 'effectiveAt' | 'reason'>>(end, invocation, {
    request: ({ effectiveAt, reason }, ruleNo: string) => ({
      method: 'POST',
      path: `/price-rules/${segment(ruleNo)}/end`,
      body: { effectiveAt, reason },
    }),
    view: record,
  })
}

function addList(prices: Command, invocation: Invocation): void {
  const list = prices
    .command('list')
    .description('list rules, the latest first, with those that are not in force')
    .option('--partner <id>')
    .option('--product <id>')
  operateList<Pick<SetOptions, 'partner' | 'product'>>(list, invocation, {
    path: () => '/price-rules',
    query: ({ partner, product }) => ({ partnerId: partner, productId: product }),
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
  })
}

/** Adds the command group `spreads`. */
export function addSpreadCommands(program: Command, invocation: Invocation): void {
  const spreads = program.command('spreads').description('what is added to market rates')
  const set = spreads
    .command('set')
    .description('set the spread of a pair, or of all pairs without one of their own')
    .argument('<percent>', 'on top of the market rate, at most 4 decimals; "none" ends it')
    .argument('[from]', 'ISO 4217 code of a product')
    .argument('[to]', 'ISO 4217 code of a wallet')
    .option('--effective-at <time>', 'such as 2026-01-31T12:00:00Z; default: now')
    .option('--reason <text>', 'recorded in the audit log')
  operateWrite<Pick<SetOptions, 'effectiveAt' | 'reason'>>(set, invocation, {
    request: ({ effectiveAt, reason }, percent: string, ...pair: string[]) => ({
      method: 'PUT',
      path: '/fx-spreads',
      body: { ...pairOf(pair), spreadPercent: spreadOf(percent), effectiveAt, reason },
    }),
    view: record,
  })
  operateList(
    spreads.command('list').description('list all spreads, the latest first'),
    invocation,
    {
      path: () => '/fx-spreads',
      columns: ['from', 'to', 'spreadPercent', 'effectiveAt', 'recordedAt', 'recordedBy'],
    },
  )
}

function pairOf([from, to]: readonly string[]): { from?: string; to?: string } {
  if (from === undefined) return {}
  if (to === undefined) {
    throw new UsageFailure(
      'give both currencies of a pair, as in `tessera spreads set 1.5 USD EUR`',
    )
  }
  return { from: currency(from), to: currency(to) }
}

function spreadOf(text: string): number | null {
  return text === 'none' ? null : (optionalDecimal('percent', text) ?? null)
}
