import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { needsServer } from './needs-server.ts'
import { inTurn } from './turns.ts'

const TESTS = join(import.meta.dirname, '..')

/**
 * Files of which `npm test` runs every fifth one, by turns: what stands around the service, or says
 * of many places what another file says of one. No other file guards money, codes, idempotency or
 * who may do what by them alone, and none of them is where a table or a generated file is checked.
 */
const IN_TURN: readonly RegExp[] = [
  // Those that take longest, each on another day.
  /^docs\/readme\.test/,
  /^web\/portal\.browser\.test/,
  /^web\/console\.browser\.test/,
  /^web\/sign-in\.browser\.test/,
  /^http\/docs\.browser\.test/,
  /^docs\/operate\.test/,
  /^sdk-python\/faults\.test/,
  /^sdk\/package\.test/,
  /^db\/broken-backups\.test/,
  /^db\/bundled-server\.test/,
  // Guides and examples, typed and run as they stand.
  /^docs\/(?:find|guide-commands|quickstart|runbook|sandbox|sandbox-guide)\.test/,
  /^http\/docs-site\.test/,
  // What is built, packed, installed and deployed.
  /^(?:built|deploy|demo|sdk-python)\//,
  /^sdk\/(?:edge|faults|session)\.test/,
  /^cli\/(?:demo-upstream|doctor|partner-package|seed-demo|trigger)\.test/,
  // Servers, backups and archives.
  /^db\/(?:bundled-|durability)/,
  /^faults\/(?:clocks|refused-start)\.test/,
  /^archive\//,
  // Many places, each with many values.
  /^conformance\/bad-input\/(?:mutations|requests|stalls)\.test/,
  /^connectors\/scenarios\.test/,
  /^http\/bad-input\.test/,
  /^openapi\/fuzz\.test/,
  // What the operator reads and sets up, and is told.
  /^alerts\//,
  /^conformance\/admin-v1\/(?:closed-purchases|codes-find|former|fx-|lot-costs)/,
  /^conformance\/admin-v1\/(?:mails|margin|numbers-end|operations|order-search|price-rules)\.test/,
  /^conformance\/admin-v1\/(?:product-|products|reconciliations|requests|stock\.|trace|upstreams)/,
  /^consumers\/(?:mail-order|mailing|notifications|notifier-turns|suppressed-mails)\.test/,
  /^telemetry\//,
  // Connections that are slow or odd.
  /^http\/(?:live|odd-requests|open-streams|pipelined|read-body|refused-upload|slow-body)\.test/,
  /^upstream\/https\.test/,
]

/** Those that need no server are quick, and `npm run check` has all of them. */
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

/** Returns the files that `npm test` leaves out, because it is the turn of others. */
export function filesOutOfTurn(): string[] {
  const now = new Set(inTurn(FILES, 5))
  return FILES.filter((name) => !now.has(name)).map((name) => `test/${name}`)
}
