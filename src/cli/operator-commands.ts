import { ALERTS } from './alert-commands.ts'
import { APPROVALS } from './approval-commands.ts'
import { AUDIT } from './audit-commands.ts'
import { CASES } from './case-commands.ts'
import { PRODUCTS } from './catalog-commands.ts'
import { CREDIT_LIMITS, SPEND_LIMITS } from './credit-commands.ts'
import { DEPOSITS } from './deposit-commands.ts'
import { EVENTS } from './event-commands.ts'
import { FIND_CODE } from './find-code-command.ts'
import { FUNDS, PRO_FORMA, STATEMENT, TRANSACTIONS } from './funds-commands.ts'
import { IMPORT_CODES } from './import-command.ts'
import { CREDITS } from './credits-commands.ts'
import { IMPORTS } from './imports-commands.ts'
import { group, type Build } from './invocation.ts'
import { KEYS } from './key-commands.ts'
import { LINKS } from './link-commands.ts'
import { LOTS } from './lot-commands.ts'
import { MAILS, MAIL_SUPPRESSIONS } from './mail-commands.ts'
import { MAIL_TEMPLATES } from './mail-template-commands.ts'
import { MERCHANTS } from './merchant-commands.ts'
import { ORDERS, TRACE } from './order-commands.ts'
import { CREDENTIALS, PARTNERS } from './partner-commands.ts'
import { ASSORTMENTS, PRICES, SPREADS } from './price-commands.ts'
import { RATES } from './rates-commands.ts'
import { RECONCILE, RECONCILIATIONS } from './reconcile-commands.ts'
import { REPORTS } from './report-commands.ts'
import { REQUESTS } from './request-commands.ts'
import { STOCK } from './stock-commands.ts'
import { SUPPLIERS } from './supplier-commands.ts'
import { TOKENS } from './token-commands.ts'
import { USERS } from './user-commands.ts'
import { VERIFY_LEDGER } from './verify-command.ts'
import { CAMPAIGNS, CONSUMERS, ERASURES, RECIPIENTS, WALLETS } from './wallet-commands.ts'
import { WEBHOOKS } from './webhook-commands.ts'

/** The commands of the operator, by their names. */
export const OPERATOR_COMMANDS: Readonly<Record<string, Build>> = {
  partners: PARTNERS,
  credentials: CREDENTIALS,
  deposits: DEPOSITS,
  funds: FUNDS,
  transactions: TRANSACTIONS,
  statement: STATEMENT,
  'pro-forma': PRO_FORMA,
  reconcile: RECONCILE,
  reconciliations: RECONCILIATIONS,
  'credit-limits': CREDIT_LIMITS,
  'spend-limits': SPEND_LIMITS,
  products: PRODUCTS,
  reports: REPORTS,
  rates: RATES,
  spreads: SPREADS,
  prices: PRICES,
  assortments: ASSORTMENTS,
  codes: group('codes: import stock, find out where one is', {
    find: FIND_CODE,
    import: IMPORT_CODES,
  }),
  credits: CREDITS,
  imports: IMPORTS,
  stock: STOCK,
  lots: LOTS,
  orders: ORDERS,
  trace: TRACE,
  mails: MAILS,
  links: LINKS,
  'mail-suppressions': MAIL_SUPPRESSIONS,
  events: EVENTS,
  webhooks: WEBHOOKS,
  'mail-templates': MAIL_TEMPLATES,
  requests: REQUESTS,
  cases: CASES,
  consumers: CONSUMERS,
  erasures: ERASURES,
  recipients: RECIPIENTS,
  campaigns: CAMPAIGNS,
  wallets: WALLETS,
  suppliers: SUPPLIERS,
  merchants: MERCHANTS,
  alerts: ALERTS,
  users: USERS,
  approvals: APPROVALS,
  tokens: TOKENS,
  keys: KEYS,
  ledger: group('the double-entry books', { verify: VERIFY_LEDGER }),
  audit: AUDIT,
}
