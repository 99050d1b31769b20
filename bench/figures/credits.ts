import type { NaiveReport } from '../processes/naive-transfers.ts'
import { Child } from '../harness/child.ts'
import { compare, type Bench, type Figure, type Row } from '../harness/figure.ts'
import { interleave, type Sample } from '../harness/interleave.ts'
import { clockOf, clocksOf, sampleOf, type Run } from '../harness/load.ts'

const CONNECTIONS = 64
const WALLETS = 200
const NAIVE_CONNECTIONS = [8, 32]

/** P1, P2 and P3: credits of one hot partner, and one credit at a time. */
export const credits: Figure = { name: 'credits', measure }

async function measure(bench: Bench): Promise<Row[]> {
  const { service, load } = bench
  const partner = await service.operator.newPartner()
  const wallets = await service.operator.newWallets(partner, WALLETS)
  const bare = new Child('bare-http')
  const naive = new Child('naive-transfers')
  await prepareNaive(bench)
  const { url: bareUrl } = await bare.ask<{ url: string }>({
    signer: partner.signer,
    answer: JSON.stringify(CONSTANT_ANSWER),
  })
  const credit = async (connections: number, count: number): Promise<Run> => {
    const plan = { kind: 'credits', wallets, count } as const
    return await load.runWhole({ url: service.url, plan, connections }, clocksOf(service))
  }
  const constant = async (): Promise<Sample> => {
    const plan = { kind: 'credits', wallets, count: bench.count(60_000, 6_000) } as const
    const order = { url: bareUrl, plan, connections: CONNECTIONS }
    return sampleOf(await load.runWhole(order, clockOf('bare', bare)))
  }
  const naively = async (connections: number, count: number): Promise<NaiveReport> => {
    const order = { target: service.target, connections, wallets: WALLETS, count }
    return (await naive.ask<{ report: NaiveReport }>(order)).report
  }
  await credit(CONNECTIONS, bench.count(20_000, 3_000))
  const best = await bestNaive(bench, naively)
  const samples = await interleave(
    {
      ours: async () => sampleOf(await credit(CONNECTIONS, bench.count(40_000, 4_000))),
      naive: async () => {
        const { seconds } = await naively(best, bench.count(6_000, 700))
        return { value: bench.count(6_000, 700) / seconds }
      },
      bare: constant,
    },
    bench.rounds,
  )
  const idle = await interleave(
    {
      ours: async () => ({ value: (await credit(1, bench.count(1_000, 150))).p50 }),
      naive: async () => ({ value: (await naively(1, bench.count(1_000, 150))).p50 }),
    },
    bench.rounds,
  )
  await Promise.all([bare.end(), naive.end()])
  return [
    compare({
      id: 'P1',
      title: `credits of one partner / one transaction per credit (${best} connections)`,
      goal: { atLeast: 3 },
      unit: '/s',
      ours: samples.ours,
      baseline: samples.naive,
    }),
    compare({
      id: 'P2',
      title: 'credits of one partner / bare node:http',
      goal: { atLeast: 0.4 },
      unit: '/s',
      ours: samples.ours,
      baseline: samples.bare,
    }),
    compare({
      id: 'P3',
      title: 'idle credit, p50 / one naive transaction',
      goal: { atMost: 1.5 },
      unit: ' ms',
      ours: idle.ours,
      baseline: idle.naive,
    }),
  ]
}

/** A constant response of realistic size. */
const CONSTANT_ANSWER = {
  success: true,
  data: {
    walletId: 8589934594,
    currency: 'USD',
    previousBalance: 0.01,
    transactionAmount: 0.01,
    newBalance: 0.02,
    transactionType: 'CREDIT',
    referenceId: '00000000-0000-0000-0000-000000000000',
    timestamp: '2026-01-01T00:00:00.000Z',
  },
}

async function prepareNaive({ service }: Bench): Promise<void> {
  await service.db.query(`
    create schema naive;
    create table naive.accounts (account_id bigint primary key, balance bigint not null);
    create table naive.transfers (
      transfer_id bigint generated always as identity primary key,
      reference text not null unique,
      debit_account bigint not null, credit_account bigint not null, amount bigint not null,
      created_at timestamptz not null default now());
    insert into naive.accounts select n, 1000000000 from generate_series(0, ${WALLETS}) as n`)
}

/** Returns the number of connections with which the naive way is fastest here. */
async function bestNaive(
  bench: Bench,
  naively: (connections: number, count: number) => Promise<NaiveReport>,
): Promise<number> {
  const tried: { connections: number; seconds: number }[] = []
  for (const connections of NAIVE_CONNECTIONS) {
    const { seconds } = await naively(connections, bench.count(4_000, 700))
    tried.push({ connections, seconds })
  }
  tried.sort((a, b) => a.seconds - b.seconds)
  return tried[0]?.connections ?? 8
}
