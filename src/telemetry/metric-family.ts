/** A metric with its current values, as prom-client reports them. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  /** `counter`, `gauge` or `histogram`. Metrics of other types are not exported. */
  readonly type: string
  readonly values: readonly MetricValue[]
}

/**
 * A value of a metric. In a histogram, `metricName` ends with `_bucket`, `_sum` or `_count`, and
 * the label `le` is the upper bound of a bucket.
 */
export interface MetricValue {
  readonly value: number
  readonly labels: Readonly<Partial<Record<string, string | number>>>
  readonly metricName?: string
}
