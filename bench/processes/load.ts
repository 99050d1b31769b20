import { MS_PER_SECOND, isoTime, systemClock } from '../../src/core/mod.ts'
import { Connection } from './connection.ts'
import { makeRequests, type Plan } from './requests.ts'

/** The message of one run. The process responds `ready`, and runs at `go`. */
export interface LoadOrder {
  readonly url: string
  /** Other processes of the service: the connections are spread over all of them. */
  readonly otherUrls?: readonly string[]
  readonly plan: Plan
  readonly connections: number
  /**
   * Requests per second, even if no responses come; if it is left out, each connection sends after
   * the response. With a rate, times count from when a request was due, so that a stall is seen.
   */
  readonly perSecond?: number | undefined
}

export interface LoadReport {
  /** The number of responses by status; `none` if the connection ended without one. */
  readonly statuses: Readonly<Record<string, number>>
  /** When the first request went out, in milliseconds since 1970. */
  readonly beganAt: number
  readonly seconds: number
  /** Milliseconds from sending, or from the due time, to the response, of successful requests. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** CPU seconds of this process while it ran. */
  readonly cpuSeconds: number
}

const MICROSECONDS = 1e6
const OPENED_AT_ONCE_MAX = 200

let prepared: (() => Promise<LoadReport>) | undefined

process.on('message', (message: LoadOrder | 'go') => {
  void (message === 'go' ? run() : prepare(message))
})

async function prepare(order: LoadOrder): Promise<void> {
  const urls = [order.url, ...(order.otherUrls ?? [])].map((url) => new URL(url))
  const requests = makeRequests(order.plan, urls[0]?.host ?? '')
  const connections: Connection[] = []
  while (connections.length < order.connections) {
    // Not more at once than the backlog of a server holds.
    const left = Math.min(OPENED_AT_ONCE_MAX, order.connections - connections.length)
    const opening = Array.from({ length: left }, (_, at) => urls[at % urls.length])
    connections.push(...(await Promise.all(opening.map(openTo))))
  }
  prepared = () => fire(requests, connections, order.perSecond)
  process.send?.({ ready: isoTime(systemClock.now()) })
}

function openTo(url: URL | undefined): Promise<Connection> {
  if (!url) throw new Error('a load needs an address')
  return Connection.open(url)
}

async function run(): Promise<void> {
  if (!prepared) throw new Error('nothing was prepared')
  process.send?.({ report: await prepared() })
}

async function fire(
  requests: readonly Buffer[],
  connections: readonly Connection[],
  perSecond: number | undefined,
): Promise<LoadReport> {
  const statuses: Record<string, number> = {}
  const latencies: number[] = []
  const cpu = process.cpuUsage()
  const beganAt = Date.now()
  const began = performance.now()
  let next = 0
  const worker = async (first: Connection): Promise<void> => {
    let connection = first
    for (;;) {
      const at = next
      next += 1
      const request = requests[at]
      if (!request) return connection.close()
      const dueAt =
        perSecond === undefined ? performance.now() : began + (at / perSecond) * MS_PER_SECOND
      if (perSecond !== undefined) await until(dueAt)
      const status = await connection.send(request).then((response) => response.status, nothing)
      if (status === undefined) connection = await Connection.open(connection.url)
      statuses[status ?? 'none'] = (statuses[status ?? 'none'] ?? 0) + 1
      if (status !== undefined && status < 300) latencies.push(performance.now() - dueAt)
    }
  }
  await Promise.all(connections.map(worker))
  const seconds = (performance.now() - began) / MS_PER_SECOND
  const { user, system } = process.cpuUsage(cpu)
  latencies.sort((a, b) => a - b)
  return {
    statuses,
    beganAt,
    seconds,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? Number.NaN,
    p95: latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN,
    cpuSeconds: (user + system) / MICROSECONDS,
  }
}

function nothing(): undefined {
  return undefined
}

/**
 * Timers have whole milliseconds, so requests that are due within one are sent a little early or
 * late.
 */
function until(instant: number): Promise<void> | undefined {
  const left = instant - performance.now()
  if (left < 1) return undefined
  return new Promise((resolve) => {
    setTimeout(resolve, left)
  })
}
