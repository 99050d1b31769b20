import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { needsServer } from './needs-server.ts'
import { inTurn } from './turns.ts'

const ROOT = join(import.meta.dirname, '../..')

/** `npm test` runs one of this number of files each day. */
const DAYS = 24

/** The files that take longest, the longest first. */
const LONGEST = `
  web/portal-shop.browser web/console-pages.browser web/sign-in.browser web/console-acts.browser
  db/broken-backups docs/readme web/console-records.browser db/bundled-server
  web/portal.browser deploy/image docs/guide-commands http/docs.browser
  demo/month sdk-python/faults conformance/bad-input/stalls faults/clocks
  faults/failover openapi/examples openapi/fuzz cli/demo-tessera
  cli/seed-demo connectors/scenarios connectors/tessera sdk/package
  archive/remove-history connectors/further-scenarios db/distributed-statements db/silence
  docs/operate conformance/bad-input/paths alerts/watch-funds imports/import-codes
`

/**
 * The other files, by folder: all of a folder, or the named ones. They test what surrounds the
 * service, a single part of it, or many cases of what another file tests once. A file with rules of
 * money, codes, idempotency or permissions is among them only if others test these rules each day.
 * Files that compare a table or a generated file are not among them, except the examples of
 * operations.
 */
const OTHERS: Readonly<Record<string, string>> = {
  // Builds, packages, deployments; guides and examples, typed and run as they stand.
  built: 'all',
  cli: 'completion doctor operator-requests partner-package trigger',
  deploy: 'all',
  docs: 'find quickstart runbook sandbox-guide signing-languages',
  issuer: 'guide',
  links: `claim.browser known-codes link-feedback link-mails link-templates link-texts
    mail-walk.browser mailed-reports quiet-hours`,
  sdk: 'edge session',
  'sdk-python': 'all',
  'wallet-sessions': 'wallets.browser',
  // Servers and backups, and how long rows and keys are kept.
  archive: 'all',
  audit: 'all',
  db: `broken-in-passing bundled-lost-files collations connection-budget copy detach-rows durability
    faults mails-migration migrate patience reservations-migration schema server-life
    session-settings statistics sweep-costs upgrade`,
  faults: 'database refused-start',
  process: 'postgres',
  vault: 'damaged-key keys kms-start lost-keys retired-keys',
  // Settings and reports of operators and partners, and the mails that they get.
  alerts: 'all',
  approvals: 'approved-routes',
  'conformance/admin-v1': `brands campaigns case-verify codes-find codes-import codes-import-lines
    credential-uses filtered-lists former-currency fx-rate-history fx-rates fx-rates-import keys
    ledger-verifications lot-costs mails margin numbers-end operations order-search price-rules
    product-amounts product-suppliers products reconciliations requests secrets sorted-lists stock
    stock-verify trace`,
  consumers: `account-credit-mails credit-feedback erase-consumer erase-recipient mail-leases
    mail-order mail-templates mailing notifications notifier-turns old-mails sealed-emails
    set-templates suppressed-mails`,
  'credit-imports': 'labels pace stored-people',
  identity: `devices invitation-mails issued-password-resets oidc own-passkeys own-sessions passkeys
    password-client password-notices password-races password-resets second-factors sign-in`,
  imports: 'all',
  requests: 'request-log',
  telemetry: 'all',
  webhooks: 'all',
  // Requests and connections that are odd, and suppliers that misbehave.
  'conformance/bad-input': 'all',
  connectors: `clocks-apart connections hostile mirror order-by-cost picture sealed-elsewhere sold
    switched-off tessera-account tokens`,
  fulfillment: `circuits probes restock routing silent-alerts stuck-orders supplier-changes worker
    worker-faults`,
  http: `admission-queue bad-input before-body broken-answers catalog client-address client-writes
    customers docs drain failed-attempts histories limits live logged-sample metrics new-life
    odd-requests open-streams operator outage pipelined refused-upload server settings slow-body
    worker-role`,
  tessera: 'all',
}

/**
 * `npm test` runs a twelfth of these each day. The costliest are listed first. The same rules are
 * tested each day by random histories, by the simulation, or by other files of the same folder.
 */
const TWELFTHS = `
  conformance/v2/transactions conformance/admin-v1/operator-writes approvals/access
  wallet-sessions/wallet-attacks openapi/documents conformance/admin-v1/audit
  identity/second-factor-policy wallet-sessions/wallet-sessions connectors/closing
  fulfillment/read-items http/exports partners/credentials docs/errors
  conformance/v2/catalog-products conformance/v2/export-csv conformance/admin-v1/operator-token
  docs/operations inventory/stock-watch funds-notices/funds-notices conformance/v2/catalog-list
  conformance/v2/get-order fulfillment/held-orders approvals/attempts
  conformance/partner-v1/list-wallets orders/orders-of-status events/subjects
  identity/service-tokens conformance/partner-v1/ids-end connectors/accounts catalog/rate-watch
  conformance/v2/client-reference conformance/v2/assortments conformance/partner-v1/wallet-status
  conformance/partner-v1/transaction-metadata portal/wallet-settings
  conformance/partner-v1/list-customers conformance/v2/metadata conformance/v2/create-order-limits
  events/cursors inventory/expiry-margin inventory/reservation-waits http/operator-address
  fulfillment/pending orders/completion-times conformance/partner-v1/wallet-transactions
  conformance/admin-v1/wallet-status
  links/link-ends db/lost-at-commit conformance/v2/order-cancelled orders/money-history
  conformance/v2/order-states credit-imports/credit-imports consumers/several-processes
  conformance/v2/account-credit-undelivered links/links conformance/v2/events db/plans-of-lists
  conformance/v2/fulfillments connectors/histories links/claim-reviews conformance/v2/spend-limits
  issuer/redeeming orders/money-model fulfillment/issuing-stock conformance/v2/rate-limits
  conformance/admin-v1/ledger-verify inventory/reserve-stock consumers/joint-writes
  fulfillment/lost-history takeover/take-over orders/order-events orders/owed-money
  wallet-sessions/sign-in db/plans events/relay conformance/v2/prices fulfillment/issuing
  conformance/v2/create-order-races conformance/v2/export fulfillment/unfunded
  conformance/admin-v1/orders ledger/lost-connections connectors/refused-copy
  connectors/refused-repeat
  conformance/v2/conservation conformance/v2/order-numbers wallet-sessions/wallet-refunds
  consumers/shared-books-simulation conformance/v2/kinds fulfillment/fences
  fulfillment/waiting-for-stock conformance/v2/items conformance/partner-v1/races
  partners/credential-store inventory/stock-places consumers/shared-books
  links/link-codes orders/search-plans conformance/v2/unavailable
  conformance/v2/quotes conformance/admin-v1/test-credentials
  conformance/v2/create-order-recipient requests/plans orders/cancel-races ledger/moved-book
  conformance/admin-v1/credentials consumers/account-credit-history orders/spend-limits
  links/link-races conformance/v2/catalog-content consumers/cached-books ledger/shared-books
  conformance/partner-v1/customer-email consumers/wallet-supplier conformance/v2/catalog-stock
  http/second-signature fulfillment/leases conformance/partner-v1/campaign-wallets
  conformance/v2/list-orders conformance/v2/credit-limits orders/funds-and-orders
`

/** `npm test` runs one of these each day, beside the simulation, which kills processes, too. */
const KILLS = `
  faults/claim-kill faults/credit-kill faults/chaos faults/draft-kill faults/import-kill
  faults/purchase-kill faults/in-turn faults/review-kill faults/link-kill
  faults/many-links
`

/** Files that take turns: each runs once within this number of days. */
interface Rota {
  readonly files: readonly string[]
  readonly days: number
}

/** Returns the files that `npm test` leaves out today, because it is the turn of other files. */
export function filesOutOfTurn(): string[] {
  return rotas().flatMap(({ files, days }) => {
    const now = new Set(inTurn(files, days))
    return files.filter((name) => !now.has(name))
  })
}

export function rotas(): Rota[] {
  const kills = testsOf(KILLS)
  return [
    { files: costliestApart(), days: DAYS },
    { files: testsOf(TWELFTHS), days: 12 },
    { files: kills, days: kills.length },
  ]
}

/**
 * Returns the files in an order in which those of the same day are `DAYS` apart. On the days of the
 * very longest files, no other of the longest runs.
 */
function costliestApart(): string[] {
  const longest = testsOf(LONGEST)
  const others = Object.entries(OTHERS)
    .flatMap(([folder, names]) => (names === 'all' ? allOf(folder) : testsOf(names, folder)))
    .filter((name) => !longest.includes(name))
    .toSorted((one, other) => sizeOf(other) - sizeOf(one))
  const between = 2 * DAYS - longest.length
  return [
    ...longest.slice(0, DAYS),
    ...others.slice(0, between),
    ...longest.slice(DAYS),
    ...others.slice(between),
  ]
}

function testsOf(names: string, folder = ''): string[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => join('test', folder, `${name}.test.ts`))
}

/**
 * Returns the tests of a folder that need a server. Others are quick, and `npm run check` runs all
 * of them.
 */
function allOf(folder: string): string[] {
  return readdirSync(join(ROOT, 'test', folder))
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
    .map((name) => join('test', folder, name))
    .filter((name) => needsServer(join(ROOT, name)))
}

function sizeOf(name: string): number {
  return statSync(join(ROOT, name)).size
}
