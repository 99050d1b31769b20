import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { MS_PER_SECOND, SingleFlight, type Clock, type RefusalKind } from '../../core/mod.ts'
import { INVARIANTS, type GroupStats, type Invariant } from '../../ledger/mod.ts'
import type { MetricFamily } from '../../telemetry/mod.ts'

/** One request with its response. `route` is the literal route, or `none` if no route matched. */
export interface EndedRequest {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

/**
 * The metrics of one service. Two services in one process share only the figures of the process.
 */
export interface Metrics {
  requestEnded(request: EndedRequest): void
  refused(kind: RefusalKind): void
  /** Counts a failed authentication. */
  authenticationFailed(as: 'partner' | 'operator' | 'merchant'): void
  /** Records how long an order took from its acceptance to COMPLETED. */
  orderCompleted(seconds: number): void
  /** Records a group commit. A hook of the ledger. */
  groupCommitted(stats: GroupStats): void
  /** Counts a group that the sentinel has refused. */
  sentinelFaulted(invariant: Invariant): void
  /** Adds a gauge that is read when the metrics are. */
  observe(name: string, help: string, read: () => number): void
  /** Adds a gauge with one label. It is left out if reading it fails. */
  observeEach(
    figure: { name: string; help: string; label: string },
    read: () => Promise<ReadonlyMap<string, number>>,
  ): void
  readonly contentType: string
  /**
   * Returns all metrics in the text format of Prometheus, at most TEXT_FRESH_MS old, because the
   * endpoint needs no authentication and queries the database. Single-flight.
   */
  text(): Promise<string>
  /** Returns all metrics with their current values. */
  families(): Promise<readonly MetricFamily[]>
}

const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COMMIT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]
const COMPLETION_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3_600]
const GROUP_WRITES = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const TEXT_FRESH_MS = 1_000

export function createMetrics(clock: Clock): Metrics {
  const text = new SingleFlight<string>(clock, TEXT_FRESH_MS)
  const registry = new Registry()
  const registers = [registry]
  const shared = figuresOfProcess()
  const requests = new Histogram({
    name: 'tessera_http_request_duration_seconds',
    help: 'Duration of requests, by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  })
  const refusals = new Counter({
    name: 'tessera_refusals_total',
    help: 'Requests that were refused, by kind',
    labelNames: ['kind'],
    registers,
  })
  const failures = new Counter({
    name: 'tessera_authentication_failures_total',
    help: 'Requests that did not authenticate, by the kind of caller that they claimed',
    labelNames: ['as'],
    registers,
  })
  for (const as of ['partner', 'operator']) failures.inc({ as }, 0)
  const completions = new Histogram({
    name: 'tessera_order_completion_seconds',
    help: 'Time of orders from acceptance to COMPLETED, without orders that were held meanwhile',
    buckets: COMPLETION_SECONDS,
    registers,
  })
  const ledger = ledgerFigures(registers)
  return {
    requestEnded({ route, method, status, seconds }) {
      requests.observe({ route, method, status }, seconds)
    },
    refused: (kind) => refusals.inc({ kind }),
    authenticationFailed: (as) => failures.inc({ as }),
    orderCompleted: (seconds) => completions.observe(seconds),
    groupCommitted(stats) {
      ledger.writes.observe(stats.writes)
      ledger.refused.inc(stats.refused)
      ledger.duration.observe(stats.durationMs / MS_PER_SECOND)
    },
    sentinelFaulted: (invariant) => ledger.sentinelFaults.inc({ invariant }),
    observe: (name, help, read) => observe(registry, { name, help }, read),
    observeEach: (figure, read) => observeEach(registry, figure, read),
    contentType: registry.contentType,
    families: async () => [...(await readFamilies(shared)), ...(await readFamilies(registry))],
    text: async () => text.fresh ?? (await text.read(() => textOf([shared, registry]))),
  }
}

let ofProcess: Registry | undefined

/**
 * Returns the figures of the process itself. They are set up only once, because they install a
 * timer and an observer of the garbage collector that are never removed.
 */
function figuresOfProcess(): Registry {
  if (ofProcess) return ofProcess
  ofProcess = new Registry()
  collectDefaultMetrics({ register: ofProcess })
  return ofProcess
}

async function textOf(registries: readonly Registry[]): Promise<string> {
  const texts = await Promise.all(registries.map((registry) => registry.metrics()))
  return texts.join('\n')
}

/** The types of metrics are declared as numbers, but are words at run time. */
async function readFamilies(registry: Registry): Promise<MetricFamily[]> {
  const families = await registry.getMetricsAsJSON()
  return families.map((family) => ({ ...family, type: String(family.type) }))
}

function ledgerFigures(registers: Registry[]) {
  const sentinelFaults = new Counter({
    name: 'tessera_sentinel_faults_total',
    help: 'Writes that the sentinel has refused, by the invariant that they break',
    labelNames: ['invariant'],
    registers,
  })
  for (const invariant of INVARIANTS) sentinelFaults.inc({ invariant }, 0)
  return {
    sentinelFaults,
    writes: new Histogram({
      name: 'tessera_ledger_group_writes',
      help: 'Writes per group commit',
      buckets: GROUP_WRITES,
      registers,
    }),
    refused: new Counter({
      name: 'tessera_ledger_writes_refused_total',
      help: 'Writes that were refused within a group commit',
      registers,
    }),
    duration: new Histogram({
      name: 'tessera_ledger_commit_duration_seconds',
      help: 'Time of a group commit, from its first statement to its commit',
      buckets: COMMIT_SECONDS,
      registers,
    }),
  }
}

function observe(
  registry: Registry,
  { name, help }: { name: string; help: string },
  read: () => number,
): void {
  const gauge: Gauge = new Gauge({ name, help, registers: [], collect: () => gauge.set(read()) })
  registry.registerMetric(gauge)
}

function observeEach(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Promise<ReadonlyMap<string, number>>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [],
    async collect() {
      const values = await read().catch(() => new Map<string, number>())
      gauge.reset()
      for (const [value, figure] of values) gauge.set({ [label]: value }, figure)
    },
  })
  registry.registerMetric(gauge)
}
