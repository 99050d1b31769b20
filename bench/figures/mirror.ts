import { Child } from '../harness/child.ts'
import { cpuSeconds, memoryMiB, peakMemoryMiB } from '../harness/cpu.ts'
import {
  inWords,
  state,
  type Bench,
  type Figure,
  type Row,
  type StatedFigure,
} from '../harness/figure.ts'
import type { BenchService } from '../harness/service.ts'
import type { SupplierOrder, SupplierReport } from '../processes/supplier.ts'

const ACCOUNT = '/admin/v1/suppliers/reloadly:bench'
const SECONDS_MAX = 300
const POLL_MS = 100

/** P27: the catalog of a supplier is mirrored, and again with all prices changed. */
export const mirror: Figure = { name: 'mirror', settings: { TESSERA_ROLE: 'api' }, measure }

/** One reading of the catalog, by a process that does nothing else. */
interface Reading {
  readonly seconds: number
  readonly peakMiB: number
  readonly addedMiB: number
  /** CPU time of the process and of PostgreSQL. */
  readonly cpuSeconds: number
}

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const { operator } = service
  const listings = bench.count(100_000, 2_000)
  const supplier = new Child('supplier')
  const order: SupplierOrder = { listings }
  const { url, secrets } = await supplier.ask<SupplierReport>(order)
  const prices = (discountPercent: number): Promise<unknown> =>
    fetch(`${url}/control`, {
      method: 'POST',
      body: JSON.stringify({ discountPercent: String(discountPercent) }),
    })
  const first: Reading[] = []
  const again: Reading[] = []
  for (let run = 0; run < bench.rounds; run += 1) {
    // Without an account, nothing is mirrored before the process has started.
    await service.db.query(FORGET)
    await prices(5)
    const account = { adapter: 'reloadly', name: 'bench', environment: 'sandbox', baseUrl: url }
    const register = () => operator.post('/admin/v1/suppliers', { ...account, secrets })
    first.push(await reading(service, register))
    await prices(6)
    again.push(await reading(service, () => operator.post(`${ACCOUNT}/mirror`, {})))
  }
  await supplier.end()
  const all = [...first, ...again]
  const within = { unit: ' s', goal: { atMost: 60 } }
  const title = `a catalog of ${inWords(listings)} listings is mirrored`
  const memory = { unit: ' MiB', values: all.map((one) => one.peakMiB) }
  return [
    mirrorRow({ title, ...within, values: secondsOf(first) }),
    mirrorRow({ title: 'the same again, with other prices', ...within, values: secondsOf(again) }),
    mirrorRow({ title: 'CPU time of it', unit: ' s', values: all.map((one) => one.cpuSeconds) }),
    mirrorRow({ title: 'most memory of the process', goal: { atMost: 200 }, ...memory }),
    mirrorRow({
      title: 'memory that it adds',
      unit: ' MiB',
      values: all.map((one) => one.addedMiB),
    }),
  ]
}

function mirrorRow(of: Pick<StatedFigure, 'title' | 'unit' | 'goal' | 'values'>): Row {
  return state({ id: 'P27', about: 'a fresh process each', ...of })
}

function secondsOf(readings: readonly Reading[]): number[] {
  return readings.map((one) => one.seconds)
}

const FORGET = `
  delete from supplier_price_changes;
  delete from supplier_listings;
  delete from supplier_mirrors;
  delete from supplier_accounts`

/** Measures a reading that `begin` makes due, until it is stored. */
async function reading(service: BenchService, begin: () => Promise<unknown>): Promise<Reading> {
  const worker = await service.another({ TESSERA_ROLE: 'worker' })
  const before = memoryMiB(worker.pid)
  const cpu = (): number => cpuSeconds(worker.pid) + service.cpu().postgres
  const cpuBefore = cpu()
  const beganAt = performance.now()
  const peakMiB = await peakMemoryMiB(worker.pid, async () => {
    const last = await mirroredAt(service)
    await begin()
    for (;;) {
      const now = await mirroredAt(service)
      if (now !== undefined && now !== last) break
      if (performance.now() - beganAt > SECONDS_MAX * 1_000) throw new Error('not mirrored')
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  })
  const seconds = (performance.now() - beganAt) / 1_000
  const used = cpu() - cpuBefore
  await worker.end()
  return { seconds, peakMiB, addedMiB: peakMiB - before, cpuSeconds: used }
}

async function mirroredAt({ db }: BenchService): Promise<number | undefined> {
  const { rows } = await db.query<{ at: Date | null; fault: string | null }>(
    'select mirrored_at as at, fault from supplier_mirrors',
  )
  const [row] = rows
  if (row?.fault) throw new Error(row.fault)
  return row?.at?.getTime()
}
