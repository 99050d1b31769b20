import type { MetricFamily } from './metric-family.ts'
import type { Tracing } from './tracing.ts'

export interface TelemetryOptions {
  /** The base URL of a collector that takes OTLP over HTTP. */
  readonly endpoint: string
  /** The share of traces that are exported if the caller has not decided, from 0 to 1. */
  readonly sampledShare: number
  /** What the process is, by the conventions of OpenTelemetry. */
  readonly resource: Readonly<Record<string, string>>
  /** Reads the metrics of the process. */
  readMetrics(): Promise<readonly MetricFamily[]>
  onFault(error: unknown): void
}

export interface Telemetry {
  readonly tracing: Tracing
  /** Exports the remaining data, for some seconds at most, and ends. Never rejects. */
  stop(): Promise<void>
}
