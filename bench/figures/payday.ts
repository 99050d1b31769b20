import { setTimeout as pause } from 'node:timers/promises'
import { compare, inWords, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clocksOf, whole } from '../harness/load.ts'

const CONNECTIONS = 16
const WALLETS = 200
const PER_SECOND = 500
/**
 * So long that the first parts of a file, after which it does not pause yet, are under 5 % of its
 * parts.
 */
const SECONDS = 15
const CONSUMERS = 1_000

/** P25: credits of a partner while the file of another one is credited. */
export const payday: Figure = { name: 'payday', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const { operator, url } = service
  const payer = await operator.newPartner()
  const wallets = await operator.newWallets(await operator.newPartner(), WALLETS)
  const customers = Array.from({ length: CONSUMERS }, (_, at) => ({
    fullName: `Person ${at}`,
    email: `p${at}@example.com`,
    currency: 'USD',
    initialFunds: 0,
  }))
  await operator.partnerPost(payer.signer, '/api/partner/v1/customer/bulk', { customers })
  const files = `/admin/v1/partners/${payer.partnerId}/credit-imports`
  const rows = bench.count(600_000, 20_000)
  let fileNo = 0

  const upload = async (): Promise<string> => {
    const reference = `file-${(fileNo += 1)}`
    const query = `?fileReference=${reference}`
    const { importId, state } = await operator.post(files + query, fileOf(rows), 'text/csv')
    if (state !== 'CHECKED') throw new Error(`the file is ${String(state)}`)
    return `${files}/${String(importId)}`
  }
  const credits = async (count: number, before: () => Promise<void>): Promise<Sample> => {
    const plan = { kind: 'credits', wallets, count } as const
    const order = { url, plan, connections: CONNECTIONS, perSecond: PER_SECOND }
    const fire = await load.prepare(order, clocksOf(service))
    await before()
    const { p95, cpu } = whole(await fire(), order)
    return { value: p95, cpu }
  }
  const count = bench.count(PER_SECOND * SECONDS, 200)
  await credits(count, () => Promise.resolve())
  const samples = await interleave(
    {
      beside: async () => {
        const path = await upload()
        const sample = await credits(count, async () => {
          await operator.post(`${path}/start`, {})
        })
        if ((await operator.get(path))['state'] !== 'RUNNING') {
          bench.note('the file ended before the credits did')
        }
        await operator.post(`${path}/cancel`, {})
        while ((await operator.get(path))['state'] === 'RUNNING') await pause(100)
        return sample
      },
      alone: () => credits(count, () => Promise.resolve()),
    },
    bench.rounds,
  )
  return [
    compare({
      id: 'P25',
      title: `credit, p95, beside another partner's file of ${inWords(rows)} / without it`,
      goal: { atMost: 1.2 },
      unit: ' ms',
      ours: samples.beside,
      baseline: samples.alone,
    }),
  ]
}

function fileOf(rows: number): string {
  const lines = ['email,amount,currency,reference']
  for (let row = 0; row < rows; row += 1) {
    lines.push(`p${row % CONSUMERS}@example.com,1.25,USD,row-${row}`)
  }
  return `${lines.join('\n')}\n`
}
