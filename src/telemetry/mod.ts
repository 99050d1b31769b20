/**
 * Traces and metrics for OpenTelemetry. The SDK is loaded only by a process that exports to a
 * collector, so that it costs the others nothing.
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
