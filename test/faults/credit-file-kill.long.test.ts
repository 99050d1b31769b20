import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'
import { signedClient, type Credentials, type Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { onRunningDatabase } from './account-for.ts'
import { Random, seedsOf } from './chaos-random.ts'
import { isOfOutage, replacePostgres } from './fail-postgres.ts'
import { OperatorCalls } from './operator-calls.ts'
import { makeInstallation, type Installation, type ServiceProcess } from './service-process.ts'

/** The variables `CREDIT_FILE_ROWS` and `CREDIT_FILE_SEEDS` replace these defaults. */
const ROWS = Number(process.env['CREDIT_FILE_ROWS'] ?? 200_000)
const SEEDS = seedsOf(process.env['CREDIT_FILE_SEEDS'] ?? '1')
const KILLS = 10
const CONSUMERS = 1_000
const FUNDS = 20_000_000
const KINDS = ['service', 'PostgreSQL', 'both'] as const
/** Number of rows in a part of a file. */
const PART = 1_000
const TIMEOUT_MS = 20 * MS_PER_MINUTE

test.for(SEEDS)(
  'kill -9 ten times in a file: each row is credited once, the report is exact (seed %i)',
  { timeout: TIMEOUT_MS },
  async (seed) => {
    const random = new Random(seed)
    const run = await Run.begin()
    const payroll = await newPartner(run)
    const path = `partners/${payroll.partnerId}/credit-imports`
    const text = fileText()
    const cutOff = randomUUID()
    const bytesSent = Math.floor(text.length / 2)
    run.operator.beginUpload(`${path}?fileReference=May&importId=${cutOff}`, { text, bytesSent })
    await eventually(async () => expect(await run.rowsOf(`${path}/${cutOff}`)).toBeGreaterThan(0))
    await run.kill('both')
    const { importId } = await run.operator.post(`${path}?fileReference=May`, text, 'text/csv')
    await run.operator.post(`${path}/${importId}/start`, {})

    for (let kill = 1; kill < KILLS; kill += 1) {
      const rows = Math.floor((ROWS * kill) / KILLS) + random.below(PART)
      await run.untilCredited(`${path}/${importId}`, rows)
      await run.kill(random.pick(KINDS))
    }
    await run.untilCredited(`${path}/${importId}`, ROWS)
    const done = await run.untilDone(`${path}/${importId}`)

    expect(done).toMatchObject({ credited: ROWS, repeated: 0, refused: 0 })
    const { transfers, first, balances } = await readLedger(run.installation, payroll)
    const report = await run.operator.text(`${path}/${importId}/report`)
    expect(differences(report, reportText(payroll, first))).toEqual([])
    expect(transfers).toBe(ROWS)
    expect(balances).toEqual(balancesOf(payroll))
    expect(await run.operator.get('ledger/verify')).toMatchObject({
      balanced: true,
      differences: [],
    })
    expect(run.faults()).toEqual(run.restarts())
    await run.end()
  },
)

type Kind = (typeof KINDS)[number]

/** A service that is killed and started again. */
class Run {
  readonly installation: Installation
  operator: OperatorCalls
  #service: ServiceProcess
  readonly #log: ServiceProcess['log'][] = []
  #restarts = 0

  private constructor(installation: Installation, service: ServiceProcess) {
    this.installation = installation
    this.#service = service
    this.operator = new OperatorCalls(service.url)
    this.#log.push(service.log)
  }

  static async begin(): Promise<Run> {
    const installation = makeInstallation()
    return new Run(installation, await installation.start())
  }

  async kill(kind: Kind): Promise<void> {
    const { postmaster, start } = this.installation
    if (kind === 'PostgreSQL') {
      this.#restarts += 1
      return await replacePostgres(postmaster)
    }
    const killed = this.#service.end('SIGKILL')
    if (kind === 'both') process.kill(postmaster() ?? 0, 'SIGKILL')
    expect(await killed).toEqual({ code: null, signal: 'SIGKILL' })
    this.operator.http.close()
    this.#service = await start()
    this.operator = new OperatorCalls(this.#service.url)
    this.#log.push(this.#service.log)
  }

  /** Repeats the request while the service has no database. */
  find(path: string): Promise<Json> {
    return eventually(() => this.operator.get(path))
  }

  async rowsOf(path: string): Promise<number> {
    return (await this.find(path)).rows
  }

  async untilCredited(path: string, rows: number): Promise<void> {
    for (let credited = 0; credited < rows;) {
      const creditImport = await this.find(path)
      credited = creditImport.credited
      if (credited < rows) expect(creditImport).toMatchObject({ state: 'RUNNING' })
    }
  }

  untilDone(path: string): Promise<Json> {
    return eventually(async () => {
      const creditImport = await this.operator.get(path)
      expect(creditImport).toMatchObject({ state: 'DONE' })
      return creditImport
    })
  }

  /** Logged errors that no outage of the database explains. */
  faults(): string[] {
    const faults = this.#log.flat().filter((line) => line.level >= 50 && !isOfOutage(line))
    return faults.map(({ msg, err }) => (err ? `${msg}: ${err.stack}` : msg))
  }

  /** Returns the errors that services log if only their PostgreSQL is killed. */
  restarts(): string[] {
    const line = 'PostgreSQL ended by itself; it is started again'
    return Array.from({ length: this.#restarts }, () => line)
  }

  async end(): Promise<void> {
    this.operator.http.close()
    expect(await this.#service.end('SIGTERM')).toEqual({ code: 0, signal: null })
  }
}

interface Payroll {
  readonly partnerId: number
  readonly walletIds: readonly number[]
}

async function newPartner({ operator }: Run): Promise<Payroll> {
  const { partnerId } = await operator.post('partners', { name: 'Payroll' })
  const deposit = { currency: 'USD', amount: FUNDS, reference: 'May' }
  await operator.post(`partners/${partnerId}/deposits`, deposit)
  const credentials: Credentials = await operator.post(`partners/${partnerId}/credentials`, {})
  const customers = Array.from({ length: CONSUMERS }, (_, at) => ({
    fullName: `Person ${at}`,
    email: `p${at}@example.com`,
    currency: 'USD',
    initialFunds: 0,
  }))
  const partner = signedClient(operator.http, credentials)
  const { body } = await partner.post('/api/partner/v1/customer/bulk', { customers })
  const results: Json[] = body.data.results
  return { partnerId, walletIds: results.map((one) => Number(one.body.data.walletId)) }
}

/** Returns the amount of a row in minor units: neighbors differ, so swapped rows are noticed. */
function minorOf(row: number): number {
  return 1 + (row % 997)
}

function amountOf(row: number): string {
  return (minorOf(row) / 100).toFixed(2)
}

function fileText(): string {
  const rows = Array.from(
    { length: ROWS },
    (_, row) => `p${row % CONSUMERS}@example.com,${amountOf(row)},USD,row-${row},May\n`,
  )
  return `email,amount,currency,reference,description\n${rows.join('')}`
}

/** The report of a file whose rows are the transfers from `first` on, in the order of the file. */
function reportText({ partnerId, walletIds }: Payroll, first: number): string {
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const wallet = walletIds[row % CONSUMERS]
    const transfer = `trf_${partnerId}_${first + row}`
    return `${row + 2},row-${row},credited,${wallet},${amountOf(row)},USD,${transfer},\n`
  })
  const header = 'line,reference,outcome,walletId,amount,currency,transactionId,reason\n'
  return `${header}${rows.join('')}`
}

/** The first lines that differ, and where the texts end: both are far too long to be shown. */
function differences(one: string, other: string): unknown[] {
  if (one === other) return []
  const [lines, others] = [one.split('\n'), other.split('\n')]
  const differing = lines.flatMap((line, at) =>
    line === others[at] ? [] : [{ line, right: others[at] }],
  )
  return [{ length: one.length, right: other.length }, ...differing.slice(0, 5)]
}

function balancesOf({ walletIds }: Payroll): Map<number, number> {
  const balances = new Map<number, number>()
  for (let row = 0; row < ROWS; row += 1) {
    const wallet = walletIds[row % CONSUMERS] ?? 0
    balances.set(wallet, (balances.get(wallet) ?? 0) + minorOf(row))
  }
  return balances
}

/** Reads the effect of the file: its transfers, the number of the first, and all balances. */
async function readLedger(installation: Installation, { partnerId }: Payroll) {
  return await onRunningDatabase(installation, async ({ pool }) => {
    const { rows: moved } = await pool.query<{ transfers: number; first: number }>(
      `select count(*)::int as transfers, min(transfer_no)::int as first from transfers
       where partner_id = $1 and reference like 'May/%'`,
      [partnerId],
    )
    const { rows: wallets } = await pool.query<{ id: number; minor: number }>(
      `select account_id::float8 as id, (credits_posted - debits_posted)::float8 as minor
       from accounts where partner_id = $1 and kind = 'wallet' order by account_id`,
      [partnerId],
    )
    const { transfers = 0, first = 0 } = moved[0] ?? {}
    return { transfers, first, balances: new Map(wallets.map(({ id, minor }) => [id, minor])) }
  })
}
