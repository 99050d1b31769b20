import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { cpuSeconds, memoryMiB } from './harness/cpu.ts'
import { Operator, type BenchPartner } from './harness/operator.ts'

/**
 * `node bench/credit-file.ts [--rows N] [--port P]`: checks and credits a file of N rows, as the
 * container runs the service, and says how long it takes, how much CPU time and memory.
 */
const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    port: { type: 'string', default: '18990' },
  },
})
const ROWS = bounded(values.rows, 1, 1_000_000)
const URL = `http://127.0.0.1:${bounded(values.port, 1, 65_535)}`
const CONSUMERS = 1_000
const TOKEN = 'operator-token-of-the-bench'
const MINUTES_MAX = 30
const ROWS_OF_CHUNK = 2_000

const deadline = performance.now() + MINUTES_MAX * 60_000
const dataDir = mkdtempSync(join(tmpdir(), 'tessera-credit-file-'))
const operator = new Operator(URL, TOKEN)
let child: ChildProcess | undefined
let peakMiB = 0

try {
  await start()
  const partner = await operator.newPartner()
  await createConsumers(partner)
  const path = `/admin/v1/partners/${partner.partnerId}/credit-imports`
  const importId = await timed('checked', () => upload(path))
  await operator.post(`${path}/${importId}/start`, {})
  await timed('credited', () => untilDone(`${path}/${importId}`))
  await operator.verify()
  console.log(`peak memory of the service ${Math.round(peakMiB)} MiB`)
} finally {
  await stop('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

async function start(): Promise<void> {
  const flags = ['--max-semi-space-size=32', '--heap-growing-percent=100']
  child = spawn(process.execPath, [...flags, 'bin/tessera.js', 'serve'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env['PATH'],
      TESSERA_PORT: values.port,
      TESSERA_DATA_DIR: dataDir,
      TESSERA_ADMIN_TOKEN: TOKEN,
      TESSERA_RATE_LIMIT: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    requireTime()
    const ready = await fetch(`${URL}/health/ready`).catch(() => undefined)
    if (ready?.ok) return
    await pause(100)
  }
}

async function stop(signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

function postmaster(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function createConsumers({ signer }: BenchPartner): Promise<void> {
  const customers = Array.from({ length: CONSUMERS }, (_, at) => ({
    fullName: `Person ${at}`,
    email: `p${at}@example.com`,
    currency: 'USD',
    initialFunds: 0,
  }))
  await operator.partnerPost(signer, '/api/partner/v1/customer/bulk', { customers })
}

async function upload(path: string): Promise<string> {
  const response = await fetch(`${URL}${path}?fileReference=million`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'text/csv' },
    body: ReadableStream.from(file()),
    duplex: 'half',
  })
  const { data } = (await response.json()) as { data: { importId: string; state: string } }
  if (data.state !== 'CHECKED') throw new Error(`the file is ${data.state}`)
  return data.importId
}

function* file(): Generator<Uint8Array> {
  yield Buffer.from('email,amount,currency,reference,description\n')
  for (let from = 0; from < ROWS; from += ROWS_OF_CHUNK) {
    let text = ''
    for (let row = from; row < Math.min(from + ROWS_OF_CHUNK, ROWS); row += 1) {
      text += `p${row % CONSUMERS}@example.com,1.25,USD,row-${row},May\n`
    }
    peakMiB = Math.max(peakMiB, memoryMiB(child?.pid ?? 0))
    yield Buffer.from(text)
  }
}

async function untilDone(path: string): Promise<void> {
  for (;;) {
    requireTime()
    const { state, failure } = await operator.get(path)
    peakMiB = Math.max(peakMiB, memoryMiB(child?.pid ?? 0))
    if (state === 'DONE') return
    if (state !== 'RUNNING') throw new Error(`the file is ${String(state)}: ${String(failure)}`)
    await pause(50)
  }
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const beganAt = performance.now()
  const before = { postgres: cpuSeconds(postmaster()), all: cpuSeconds(child?.pid ?? 0) }
  const result = await work()
  const seconds = (performance.now() - beganAt) / 1_000
  const postgres = cpuSeconds(postmaster()) - before.postgres
  const service = cpuSeconds(child?.pid ?? 0) - before.all - postgres
  const perRow = (cpu: number): string => `${((cpu / ROWS) * 1e6).toFixed(1)} us`
  const cpu = `CPU a row: service ${perRow(service)}, PostgreSQL ${perRow(postgres)}`
  console.log(`${ROWS} rows ${name} in ${seconds.toFixed(1)} s; ${cpu}`)
  return result
}

function bounded(text: string, least: number, most: number): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= least && value <= most) return value
  console.error(`a whole number from ${least} to ${most} is needed, not ${text}`)
  process.exit(1)
}

function requireTime(): void {
  if (performance.now() > deadline) throw new Error(`not done after ${MINUTES_MAX} minutes`)
}
