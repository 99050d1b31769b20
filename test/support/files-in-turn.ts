import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { needsServer } from './needs-server.ts'
import { inTurn } from './turns.ts'

const TESTS = join(import.meta.dirname, '..')

/**
 * Files of which `npm test` runs a sixteenth each day, in turn. They test what stands around the
 * service, or test in many places what another file tests in one. Tests of money, codes,
 * idempotency and permissions always run; so do those that compare a table or a generated file,
 * except for the examples of all operations.
 */
const IN_SIXTEENTHS: readonly RegExp[] = [
  // Those that take longest. Every sixteenth has the same day, so the longest sixteen stand above
  // the next sixteen.
  /^web\/console\.browser\.test/,
  /^docs\/readme\.test/,
  /^faults\/failover\.test/,
  /^web\/portal-shop\.browser\.test/,
  /^web\/console-acts\.browser\.test/,
  /^web\/console-records\.browser\.test/,
  /^openapi\/examples\.test/,
  /^web\/portal\.browser\.test/,
  /^web\/sign-in\.browser\.test/,
  /^db\/bundled-server\.test/,
  /^sdk-python\/faults\.test/,
  /^docs\/guide-commands\.test/,
  /^sdk\/package\.test/,
  /^links\/mail-walk\.browser\.test/,
  /^links\/claim\.browser\.test/,
  /^wallet-sessions\/wallets\.browser\.test/,

  /^openapi\/fuzz\.test/,
  /^built\/chunks\.test/,
  /^conformance\/bad-input\/stalls\.test/,
  /^cli\/seed-demo\.test/,
  /^connectors\/tessera\.test/,
  /^connectors\/scenarios\.test/,
  /^docs\/operate\.test/,
  /^demo\/month\.test/,
  /^http\/docs\.browser\.test/,
  /^docs\/sandbox-guide\.test/,
  /^docs\/runbook\.test/,
  /^faults\/clocks\.test/,
  /^connectors\/further-scenarios\.test/,
  /^db\/broken-backups\.test/,

  // Guides and examples, typed and run as they stand.
  /^docs\/(?:find|quickstart|sandbox)\.test/,
  /^http\/docs-site\.test/,
  // What is built, packed, installed and deployed.
  /^(?:built|deploy|demo|sdk-python)\//,
  /^sdk\/(?:edge|faults|session)\.test/,
  /^cli\/(?:call|demo-tessera|doctor|import|partner-package|trigger|verify)/,
  // Servers and backups.
  /^db\/(?:bundled-|durability|silence)/,
  /^faults\/refused-start\.test/,
  // Tests of many places with many values each.
  /^conformance\/bad-input\/(?:mutations|requests)\.test/,
  /^links\/known-codes\.test/,
  /^http\/bad-input\.test/,
  // What the operator reads, sets up, and is alerted of.
  /^alerts\//,
  /^conformance\/admin-v1\/(?:codes-find|former|fx-|lot-costs)/,
  /^conformance\/admin-v1\/(?:mails|margin|numbers-end|operations|order-search|price-rules)\.test/,
  /^conformance\/admin-v1\/(?:product-|products|requests|stock\.|trace)/,
  /^consumers\/(?:mail-order|mailing|notifications|notifier-turns|suppressed-mails)\.test/,
  /^(?:identity|links)\/(?:invitation-mails|link-mails|password-notices)\.test/,
  /^requests\/request-log\.test/,
  // One adapter over the kit, which test/connectors tests.
  /^tessera\//,
  /^telemetry\//,
  // Connections that are slow or odd, and what a process does at its limits.
  /^http\/(?:admission-queue|catalog|worker-role)\.test/,
  /^http\/(?:live|odd-requests|open-streams|pipelined|read-body|refused-upload|slow-body)\.test/,
]

/**
 * Files of which `npm test` runs a fifth each day, in turn. They test one room behind the service's
 * doors: what staff and partners set up and read, how people sign in, how mails and files are made,
 * how connections and suppliers misbehave. What moves money or shows a code is not among them.
 */
const IN_FIFTHS: readonly RegExp[] = [
  /^conformance\/bad-input\//,
  /^identity\//,
  /^(?:approvals|archive|audit|credit-imports|documents|imports|mail|partners|vault|webhooks)\//,
  /^conformance\/admin-v1\/(?:brands|campaigns|case-verify|codes-|credential|filtered|keys)/,
  /^conformance\/admin-v1\/(?:ledger-verifications|operator-token|orders|partners|reconciliations)/,
  /^conformance\/admin-v1\/(?:secrets|sorted|stock-verify|test-credentials|wallet-status)/,
  /^connectors\/(?!histories|purchased-codes|refused-copy|settle-due|units)/,
  /^consumers\/(?:account-credit-mails|campaigns|credit-feedback|erase-|mail-|old-|render)/,
  /^consumers\/(?:sealed|set-templates|wallet-status)/,
  /^db\/(?:broken-in|collations|connection-budget|copy|detach|distributed|faults|mails)/,
  /^db\/(?:migrate|patience)/,
  /^db\/(?:reservations|schema|server-life|session|statistics|sweep|upgrade)/,
  /^fulfillment\/(?:circuits|issuing|probes|restock|routing|segments|silent|stuck|supplier)/,
  /^fulfillment\/(?:work|write-limiter)/,
  /^http\//,
  /^links\/(?:claim-reviews|link-feedback|link-te|mailed-reports|quiet-hours|signed-links)/,
]

/** Files that need no server are quick, and `npm run check` runs all of them. */
const FILES = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
  .filter((name) => needsServer(join(TESTS, name)))
  .toSorted((one, other) => sizeOf(other) - sizeOf(one))

const SIXTEENTHS = FILES.filter((name) => placeOf(name) >= 0).toSorted(
  (one, other) => placeOf(one) - placeOf(other),
)
const FIFTHS = FILES.filter(
  (name) => placeOf(name) === -1 && IN_FIFTHS.some((pattern) => pattern.test(name)),
)

function placeOf(name: string): number {
  return IN_SIXTEENTHS.findIndex((pattern) => pattern.test(name))
}

function sizeOf(name: string): number {
  return statSync(join(TESTS, name)).size
}

/** Of each group, `npm test` runs one: it kills processes at other moments every day. */
const KILLS = [
  ['claim', 'credit', 'draft', 'import', 'purchase', 'review'].map(
    (name) => `faults/${name}-kill.test.ts`,
  ),
  ['faults/chaos.test.ts', 'faults/in-turn.test.ts'],
]

/** Returns the files that `npm test` leaves out today, because other files have their turn. */
export function filesOutOfTurn(): string[] {
  const kills = KILLS.flatMap((group) => inTurn(group, group.length))
  const now = new Set([...inTurn(SIXTEENTHS, 16), ...inTurn(FIFTHS, 5), ...kills])
  return [...SIXTEENTHS, ...FIFTHS, ...KILLS.flat()]
    .filter((name) => !now.has(name))
    .map((name) => `test/${name}`)
}
