import { ValueType, type HrTime } from '@opentelemetry/api'
import { hrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricFamily, MetricValue } from './metric-family.ts'
import type { TelemetryOptions } from './telemetry.ts'

interface Times {
  readonly startTime: HrTime
  readonly endTime: HrTime
}

/**
 * Exports the metrics of `GET /metrics` to OpenTelemetry, so that each value is measured once and
 * has one name in both.
 */
export function metricProducer({
  readMetrics,
}: Pick<TelemetryOptions, 'readMetrics'>): MetricProducer {
  const startTime = hrTime()
  return {
    async collect() {
      const families = await readMetrics()
      const times = { startTime, endTime: hrTime() }
      const metrics = families.flatMap((family) => metricOf(family, times))
      const scopeMetrics = [{ scope: { name: 'tessera' }, metrics }]
      return { resourceMetrics: { resource: emptyResource(), scopeMetrics }, errors: [] }
    },
  }
}

function metricOf({ name, help, type, values }: MetricFamily, times: Times): MetricData[] {
  const common = {
    descriptor: { name, description: help, unit: unitOf(name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  switch (type) {
    case 'counter': {
      const dataPoints = values.map((one) => pointOf(one, times))
      return [{ ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }]
    }
    case 'gauge': {
      const dataPoints = values.map((one) => pointOf(one, times))
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints }]
    }
    case 'histogram': {
      const dataPoints = histogramsOf(values, times)
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints }]
    }
    default:
      return []
  }
}

function unitOf(name: string): string {
  return name.includes('_seconds') ? 's' : '1'
}

function pointOf({ labels, value }: MetricValue, times: Times): DataPoint<number> {
  return { ...times, attributes: { ...labels }, value }
}

/** Groups the values of a histogram by label, and converts cumulative buckets to separate ones. */
function histogramsOf(values: readonly MetricValue[], times: Times): DataPoint<Histogram>[] {
  const series = new Map<string, MetricValue[]>()
  for (const one of values) {
    const { le: _, ...labels } = one.labels
    const key = JSON.stringify(labels)
    series.set(key, [...(series.get(key) ?? []), one])
  }
  return Array.from(series, ([key, seriesValues]) => {
    const buckets = seriesValues.filter(({ labels }) => labels['le'] !== undefined)
    const bounds = buckets.map(({ labels }) =>
      Number(String(labels['le']).replace('+Inf', 'Infinity')),
    )
    const counts = buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0))
    const value = {
      buckets: { boundaries: bounds.filter(Number.isFinite), counts },
      sum: seriesValues.find(({ metricName }) => metricName?.endsWith('_sum'))?.value ?? 0,
      count: buckets.at(-1)?.value ?? 0,
    }
    return { ...times, attributes: JSON.parse(key), value }
  })
}
