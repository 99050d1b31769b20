import { memoryMiB, peakMemoryMiB, cpuSeconds } from '../harness/cpu.ts'
import { Child } from '../harness/child.ts'
import { compare, inWords, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, rateOf, type CpuClocks } from '../harness/load.ts'
import { seedOrders } from '../harness/seed.ts'
import type { BenchService } from '../harness/service.ts'
import { compile } from '../../src/db/sql.ts'
import { statementMovements } from '../../src/movements/movement-rows.ts'
import type { DownloadOrder, DownloadReport } from '../processes/download.ts'

/** P15: the statement of a partner with a million charges, as CSV. */
export const statement: Figure = { name: 'statement', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const charges = bench.count(1_000_000, 20_000)
  const partner = await service.operator.newPartner()
  bench.note(`seeding ${charges} orders`)
  await seedOrders(service, partner, charges)
  const child = new Child('download')
  const read = (order: DownloadOrder, clocks: CpuClocks): Promise<Sample> =>
    rateOf(charges, clocks, async () => {
      const { report } = await child.ask<{ report: DownloadReport }>(order)
      return report.seconds
    })
  const reader = (): Record<string, number> => ({ reader: cpuSeconds(child.pid) })
  const copyOut = {
    target: service.target,
    statement: copyOf(partner.partnerId, await fundsOf(service, partner.partnerId)),
  }
  const samples = await interleave(
    {
      ours: () =>
        read(orderOf(service, partner.partnerId), () => ({
          ...clocksOf(service)(),
          ...reader(),
        })),
      copied: () => read(copyOut, () => ({ postgres: service.cpu().postgres, ...reader() })),
    },
    bench.rounds,
  )
  const extra: number[] = []
  for (let run = 0; run < bench.rounds; run += 1) {
    extra.push(await extraMemoryMiB(service, child, partner.partnerId))
  }
  await child.end()
  const rows = inWords(charges)
  return [
    compare({
      id: 'P15',
      title: `statement of ${rows} charges, as CSV / COPY TO of the same query`,
      goal: { atLeast: 0.5 },
      unit: ' rows/s',
      ours: samples.ours,
      baseline: samples.copied,
    }),
    state({
      id: 'P15',
      title: `memory that the statement of ${rows} adds`,
      goal: { atMost: 64 },
      unit: ' MiB',
      values: extra,
      about: 'a fresh process, after an empty statement',
    }),
  ]
}

const EVER = 'from=2000-01-01&to=2100-01-01'
const BEFORE = 'from=2000-01-01&to=2000-01-02'

function orderOf(
  { url, operator }: Pick<BenchService, 'url' | 'operator'>,
  partnerId: number,
  range = EVER,
): DownloadOrder {
  const path = `/admin/v1/partners/${partnerId}/statement?currency=USD&format=csv&${range}`
  return { url: url + path, headers: { authorization: operator.authorization } }
}

/** The query of the statement's lines, with its parameters written out. */
function copyOf(partnerId: number, account: bigint): string {
  const all = { first: 1, last: Number.MAX_SAFE_INTEGER }
  const { text, values = [] } = compile(statementMovements({ partnerId, account }, all))
  const whole = text.replaceAll(/\$(\d+)/g, (_, no: string) => String(values[Number(no) - 1]))
  return `copy (${whole}) to stdout (format csv, header)`
}

async function fundsOf({ db }: BenchService, partnerId: number): Promise<bigint> {
  const { rows } = await db.query<{ account_id: string }>(
    `select account_id from accounts where partner_id = $1 and kind = 'funds'`,
    [partnerId],
  )
  return BigInt(rows[0]?.account_id ?? 0)
}

/**
 * The memory of a process that has done only one empty statement, so earlier work hides nothing.
 */
async function extraMemoryMiB(
  service: BenchService,
  child: Child,
  partnerId: number,
): Promise<number> {
  const fresh = await service.another()
  const from = { url: fresh.url, operator: service.operator }
  await child.ask(orderOf(from, partnerId, BEFORE))
  const before = memoryMiB(fresh.pid)
  const peak = await peakMemoryMiB(fresh.pid, () => child.ask(orderOf(from, partnerId)))
  await fresh.end()
  return peak - before
}
