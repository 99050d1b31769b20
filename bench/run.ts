import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { against } from './figures/against.ts'
import { apart } from './figures/apart.ts'
import { bulk } from './figures/bulk.ts'
import { catalog } from './figures/catalog.ts'
import { citus } from './figures/citus.ts'
import { consoles } from './figures/consoles.ts'
import { creditRows } from './figures/credit-rows.ts'
import { credits } from './figures/credits.ts'
import { depth } from './figures/depth.ts'
import { exporting } from './figures/export.ts'
import { feed } from './figures/feed.ts'
import { importing } from './figures/import.ts'
import { links } from './figures/links.ts'
import { lists } from './figures/lists.ts'
import { mirror } from './figures/mirror.ts'
import { neighbours } from './figures/neighbours.ts'
import { orders } from './figures/orders.ts'
import { overload } from './figures/overload.ts'
import { partners } from './figures/partners.ts'
import { payday } from './figures/payday.ts'
import { requestLog } from './figures/request-log.ts'
import { searches } from './figures/searches.ts'
import { sentinel } from './figures/sentinel.ts'
import { signIns } from './figures/sign-ins.ts'
import { statement } from './figures/statement.ts'
import { webhooks } from './figures/webhooks.ts'
import { buildEarlier } from './harness/earlier.ts'
import type { Bench, Figure, Row } from './harness/figure.ts'
import { Load } from './harness/load.ts'
import { describeMachine } from './harness/machine.ts'
import { profileSummary } from './harness/profile.ts'
import { startService } from './harness/service.ts'
import { table } from './harness/table.ts'

/**
 * `npm run bench [-- [--quick] [--transfers=N] [--against COMMIT] NAME...]`: prints one table of
 * ratios.
 */
const FIGURES: readonly Figure[] = [
  credits,
  creditRows,
  partners,
  apart,
  orders,
  bulk,
  neighbours,
  payday,
  exporting,
  catalog,
  depth,
  lists,
  overload,
  importing,
  searches,
  statement,
  requestLog,
  webhooks,
  feed,
  consoles,
  signIns,
  sentinel,
  links,
  mirror,
  citus,
]
const ROUNDS = 3
/** A transfer moves one minor unit, so the deposit of a partner pays for this many. */
const TRANSFERS_MAX = 1_000_000_000

const { values: options, positionals: names } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    transfers: { type: 'string' },
    against: { type: 'string' },
  },
  allowPositionals: true,
})
const isQuick = options.quick
/** `--profile` stores a CPU profile of the service, and prints a summary. */
const profileDir = options.profile ? mkdtempSync(join(tmpdir(), 'tessera-profile-')) : undefined
const transfers = readTransfers(options.transfers)
const chosen = chooseFigures()
if (chosen.length === 0) {
  console.error(`No such figure; there are: ${FIGURES.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const rows: Row[] = []
for (const figure of chosen) rows.push(...(await measure(figure)))
console.log(describeMachine())
console.log(table(rows))
if (profileDir !== undefined) console.log(profileSummary(profileDir))

/**
 * With `--against COMMIT`, only the comparison with that build is measured, unless figures are
 * named.
 */
function chooseFigures(): readonly Figure[] {
  const named = FIGURES.filter(({ name }) => names.includes(name))
  if (options.against !== undefined) {
    return [...named, against({ name: options.against, root: buildEarlier(options.against) })]
  }
  if (names.length > 0) return named
  // Citus is not installed everywhere. A quick run has two minutes, so it leaves out `apart`, which
  // only explains another figure.
  return FIGURES.filter((figure) => figure !== citus && !(isQuick && figure === apart))
}

/** Ends the process if `--transfers` is given and is not a number of transfers. */
function readTransfers(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= TRANSFERS_MAX) return count
  console.error(`--transfers=N takes a whole number from 1 to ${TRANSFERS_MAX}`)
  process.exit(1)
}

/** Each figure gets a service and a database of its own. */
async function measure(figure: Figure): Promise<Row[]> {
  console.error(`measuring ${figure.name} ...`)
  const began = performance.now()
  const service = await startService({ profileDir, settings: figure.settings })
  const load = new Load()
  const bench: Bench = {
    service,
    load,
    isQuick,
    rounds: isQuick ? 1 : ROUNDS,
    transfers,
    count: (whole, quick) => (isQuick ? quick : whole),
    note: (text) => console.error(`  ${text}`),
  }
  try {
    const measured = await figure.measure(bench)
    await service.operator.verify()
    return measured
  } finally {
    await load.end()
    await service.end()
    bench.note(`took ${Math.round((performance.now() - began) / 1_000)} s`)
  }
}
