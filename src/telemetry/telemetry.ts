import type { MetricFamily } from './metric-family.ts'
import type { Tracing } from './tracing.ts'

export interface TelemetryOptions {
  /** The base URL of a collector that takes OTLP over HTTP. */
  readonly endpoint: string
  /** The share of traces to export, from 0 to 1, if the caller's `traceparent` does not decide. */
  readonly sampledShare: number
  /** The attributes that identify the process, by the conventions of OpenTelemetry. */
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
