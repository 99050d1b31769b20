import { randomUUID } from '../core/mod.ts'
import type { Log, Metrics } from '../http/mod.ts'
import { startTelemetry, type Telemetry, type Tracing } from '../telemetry/mod.ts'

interface ExportSettings {
  readonly otlpEndpoint: string | undefined
  readonly standardOtlpEndpoint: string | undefined
  readonly tracePercent: number
  readonly role: string
}

const PERCENT = 100

/** Exports the traces and metrics of a process; undefined if no collector is set. */
export async function exportTelemetry(
  { otlpEndpoint, standardOtlpEndpoint, tracePercent, role }: ExportSettings,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Log },
): Promise<Telemetry | undefined> {
  const endpoint = otlpEndpoint ?? standardOtlpEndpoint
  if (endpoint === undefined) return undefined
  return startTelemetry({
    endpoint,
    sampledShare: tracePercent / PERCENT,
    resource: {
      'service.name': 'tessera',
      'service.instance.id': randomUUID(),
      'tessera.role': role,
    },
    readMetrics: () => metrics.families(),
    onFault: (error) => log.warn({ err: error }, 'traces or metrics were not exported'),
  })
}

/**
 * Returns the tracing functions that the ledger, orders and suppliers use; none without a
 * collector.
 */
export function tracesOf(tracing: Tracing | undefined) {
  if (!tracing) return {}
  return {
    tracing,
    originOf: () => tracing.origin(),
    traceparentOf: () => tracing.traceparent(),
    traceHeaders: () => tracing.headers(),
  }
}
