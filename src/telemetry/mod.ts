/**
 * Traces and metrics for OpenTelemetry. Only processes that export to a collector load the SDK, so
 * it costs other processes nothing.
 */
export type { MetricFamily } from './metric-family.ts'
export { startTelemetry } from './start.ts'
export type { Telemetry } from './telemetry.ts'
export {
  traced,
  type Attributes,
  type RequestSpan,
  type SpanStart,
  type TraceOrigin,
  type Tracing,
} from './tracing.ts'
