import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { metricProducer } from './metric-producer.ts'
import { createTracing } from './spans.ts'
import type { Telemetry, TelemetryOptions } from './telemetry.ts'

/** How long a collector that does not respond may delay the end of the process. */
const EXPORT_MS_MAX = 3_000
const METRICS_MS = 15_000

/**
 * Exports to a collector as JSON over HTTP. The SDK reads `OTEL_EXPORTER_OTLP_HEADERS`,
 * `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME` itself. Registers nothing globally, because
 * several services may run in one process.
 */
export function startOtlp(options: TelemetryOptions): Telemetry {
  const { endpoint, sampledShare, onFault } = options
  const resource = resourceFromAttributes(options.resource).merge(
    detectResources({ detectors: [envDetector] }),
  )
  const exporterAt = (path: string) => ({ url: endpoint + path, timeoutMillis: EXPORT_MS_MAX })
  const traceExporter = reporting(new OTLPTraceExporter(exporterAt('/v1/traces')), onFault)
  const metricExporter = reporting(new OTLPMetricExporter(exporterAt('/v1/metrics')), onFault)
  const tracers = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampledShare) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: traceExporter })],
  })
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: METRICS_MS,
    exportTimeoutMillis: EXPORT_MS_MAX,
    metricProducers: [metricProducer(options)],
  })
  const meters = new MeterProvider({ resource, readers: [reader] })
  return {
    tracing: createTracing(tracers.getTracer('tessera')),
    async stop() {
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()])
    },
  }
}

interface Exporter<Batch> {
  export(batch: Batch, onResult: (result: ExportResult) => void): void
}

/** Reports exports that failed; the SDK drops their batch. */
function reporting<Batch, Kind extends Exporter<Batch>>(
  exporter: Kind & Exporter<Batch>,
  onFault: (error: unknown) => void,
): Kind {
  const send = exporter.export.bind(exporter)
  exporter.export = (batch, onResult) =>
    send(batch, (result) => {
      if (result.code !== ExportResultCode.SUCCESS) onFault(result.error)
      onResult(result)
    })
  return exporter
}
