import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** The message of one run. */
export interface NaiveOrder {
  readonly target: pg.PoolConfig
  readonly connections: number
  readonly wallets: number
  readonly count: number
}

export interface NaiveReport {
  readonly seconds: number
  /** Milliseconds of one transfer. */
  readonly p50: number
}

/**
 * The naive solution: every credit is a database transaction of its own, with its row locks and its
 * flush. Statements are prepared. The baseline has neither HTTP nor signatures.
 */
process.on('message', (order: NaiveOrder) => {
  void run(order).then((report) => process.send?.({ report }))
})

async function run({ target, connections, wallets, count }: NaiveOrder): Promise<NaiveReport> {
  const pool = new pg.Pool({ ...target, max: connections })
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  for (const client of clients) await credit(client, { reference: randomUUID(), wallet: 1 })
  const latencies: number[] = []
  const began = performance.now()
  let next = 0
  const worker = async (client: pg.PoolClient): Promise<void> => {
    while (next < count) {
      next += 1
      const startedAt = performance.now()
      await credit(client, { reference: randomUUID(), wallet: (next % wallets) + 1 })
      latencies.push(performance.now() - startedAt)
    }
  }
  await Promise.all(clients.map(worker))
  const seconds = (performance.now() - began) / 1_000
  for (const client of clients) client.release()
  await pool.end()
  latencies.sort((a, b) => a - b)
  return { seconds, p50: latencies[latencies.length >> 1] ?? Number.NaN }
}

const FUNDS = 0

async function credit(
  client: pg.PoolClient,
  { reference, wallet }: { reference: string; wallet: number },
): Promise<void> {
  await client.query('begin')
  const paid = await client.query({
    name: 'pay',
    text: `update naive.accounts set balance = balance - 1
           where account_id = $1 and balance >= 1 returning balance`,
    values: [FUNDS],
  })
  if (paid.rowCount !== 1) throw new Error('the funds are short')
  await client.query({
    name: 'credit',
    text: 'update naive.accounts set balance = balance + 1 where account_id = $1',
    values: [wallet],
  })
  await client.query({
    name: 'record',
    text: `insert into naive.transfers (reference, debit_account, credit_account, amount)
           values ($1, $2, $3, 1)`,
    values: [reference, FUNDS, wallet],
  })
  await client.query('commit')
}
