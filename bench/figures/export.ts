import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { Child } from '../harness/child.ts'
import { cpuSeconds, memoryMiB, peakMemoryMiB } from '../harness/cpu.ts'
import { compare, inWords, state, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, rateOf, type CpuClocks } from '../harness/load.ts'
import { placeOrder, untilCompleted } from '../harness/orders.ts'
import type { BenchPartner } from '../harness/operator.ts'
import type { BenchService } from '../harness/service.ts'
import type { DownloadOrder, DownloadReport } from '../processes/download.ts'

const SMALL_UNITS = 1_000

/** P8: the CSV of one large order. */
export const exporting: Figure = { name: 'export', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service } = bench
  const partner = await service.operator.newPartner()
  const productId = await service.operator.newProduct('generator')
  const units = bench.count(1_000_000, 20_000)
  const small = await placeOrder(service, partner, { productId, quantity: SMALL_UNITS })
  const large = await placeOrder(service, partner, { productId, quantity: units })
  await untilCompleted(service, partner.partnerId)
  const linkOf = (orderId: string) => downloadUrl(service, partner, orderId)
  await fillTwin(service, await linkOf(large), units)
  const child = new Child('download')
  const read = (order: DownloadOrder, clocks: CpuClocks): Promise<Sample> =>
    rateOf(units, clocks, async () => {
      const { report } = await child.ask<{ report: DownloadReport }>(order)
      return report.seconds
    })
  const reader = (): Record<string, number> => ({ reader: cpuSeconds(child.pid) })
  const ourClocks: CpuClocks = () => ({ ...clocksOf(service)(), ...reader() })
  const copyClocks: CpuClocks = () => ({ postgres: service.cpu().postgres, ...reader() })
  const copyOut = { target: service.target, statement: COPY_OUT }
  const samples = await interleave(
    {
      ours: async () => read({ url: await linkOf(large) }, ourClocks),
      copied: () => read(copyOut, copyClocks),
    },
    bench.rounds,
  )
  const extra: number[] = []
  for (let run = 0; run < 2 * bench.rounds; run += 1) {
    const links = { small: await linkOf(small), large: await linkOf(large) }
    extra.push(await extraMemoryMiB(service, child, links))
  }
  await child.end()
  const rows = inWords(units)
  return [
    compare({
      id: 'P8',
      title: `CSV of an order of ${rows} / COPY TO of its plain twin`,
      goal: { atLeast: 0.7 },
      unit: ' rows/s',
      ours: samples.ours,
      baseline: samples.copied,
    }),
    state({
      id: 'P8',
      title: `memory that the export of ${rows} adds`,
      goal: { atMost: 64 },
      unit: ' MiB',
      values: extra,
      about: 'a fresh process, after a small export',
    }),
  ]
}

const COPY_OUT = 'copy twin.codes to stdout (format csv, header)'

async function downloadUrl(
  { operator }: BenchService,
  { signer }: BenchPartner,
  orderId: string,
): Promise<string> {
  const path = `/v2/orders/${orderId}/fulfillments/export`
  const { downloadUrl: url } = await operator.partnerGet(signer, path)
  return String(url)
}

/**
 * A table of the ten columns in clear text. It is filled from the export, which proves the rows.
 */
async function fillTwin({ db }: BenchService, url: string, units: number): Promise<void> {
  await db.query(`
    create schema twin;
    create table twin.codes (
      item_no integer primary key, product_id integer not null, brand text not null,
      currency text not null, face_value numeric not null, card_identifier text not null,
      gift_card_number text not null, gift_card_pin text, bar_code_number text,
      redemption_url text)`)
  const client = await db.connect()
  const { body } = await fetch(url)
  if (!body) throw new Error('an export has a body')
  const into = client.query(from('copy twin.codes from stdin (format csv, header)'))
  await pipeline(Readable.fromWeb(body), into)
  client.release()
  await db.query('vacuum analyze twin.codes')
  if (into.rowCount !== units) throw new Error(`the export has ${into.rowCount} rows`)
}

/** The memory of a process that has done only one small export, so earlier work hides nothing. */
async function extraMemoryMiB(
  service: BenchService,
  child: Child,
  links: { readonly small: string; readonly large: string },
): Promise<number> {
  const fresh = await service.another()
  const download = (link: string): Promise<unknown> => {
    const { pathname, search } = new URL(link)
    return child.ask({ url: fresh.url + pathname + search } satisfies DownloadOrder)
  }
  await download(links.small)
  const before = memoryMiB(fresh.pid)
  const peak = await peakMemoryMiB(fresh.pid, () => download(links.large))
  await fresh.end()
  return peak - before
}
