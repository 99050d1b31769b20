import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { needsServer } from './needs-server.ts'
import { inTurn } from './turns.ts'

const TESTS = join(import.meta.dirname, '..')

/**
 * Files of which `npm test` runs a twelfth each day, in turn. They test what stands around the
 * service, or test in many places what another file tests in one. Tests of money, codes,
 * idempotency and permissions always run; so do those that compare a table or a generated file,
 * except for the examples of all operations.
 */
const IN_TURN: readonly RegExp[] = [
  // Those that take longest. Every twelfth has the same day, so the longest of twelve stands above
  // the shortest of the next.
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
  /^sdk\/package\.test/,
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
  // One adapter over the kit, which test/connectors tests each day.
  /^tessera\//,
  /^telemetry\//,
  // Connections that are slow or odd, and what a process does at its limits.
  /^http\/(?:admission-queue|catalog|worker-role)\.test/,
  /^http\/(?:live|odd-requests|open-streams|pipelined|read-body|refused-upload|slow-body)\.test/,
]

/** Files that need no server are quick, and `npm run check` runs all of them. */
const FILES = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'))
  .filter((name) => placeOf(name) >= 0 && needsServer(join(TESTS, name)))
  .toSorted((one, other) => placeOf(one) - placeOf(other) || sizeOf(other) - sizeOf(one))

function placeOf(name: string): number {
  return IN_TURN.findIndex((pattern) => pattern.test(name))
}

function sizeOf(name: string): number {
  return statSync(join(TESTS, name)).size
}

/** Of each group, `npm test` runs one: it kills processes at other moments every day. */
const KILLS = [
  ['claim', 'credit', 'import', 'purchase', 'review'].map((name) => `faults/${name}-kill.test.ts`),
  ['faults/chaos.test.ts', 'faults/in-turn.test.ts'],
]

/** Returns the files that `npm test` leaves out today, because other files have their turn. */
export function filesOutOfTurn(): string[] {
  const kills = KILLS.flatMap((group) => inTurn(group, group.length))
  const now = new Set([...inTurn(FILES, 12), ...kills])
  return [...FILES, ...KILLS.flat()].filter((name) => !now.has(name)).map((name) => `test/${name}`)
}
