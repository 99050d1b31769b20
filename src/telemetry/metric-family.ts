/** A metric with its current values, as prom-client reports them. */
export interface MetricFamily {
  readonly name: string
  readonly help: string
  /** Types other than these are not exported. */
  readonly type: string
  readonly values: readonly MetricValue[]
}

/** `metricName` of a histogram ends with `_bucket`, `_sum` or `_count`; `le` is its bound. */
export interface MetricValue {
  readonly value: number
  readonly labels: Readonly<Partial<Record<string, string | number>>>
  readonly metricName?: string
}
