import { codeOf, readPage, sectionOf, tableOf } from '../docs/markdown.ts'

export type MetricType = 'counter' | 'gauge' | 'histogram'

/** A metric of the service, as docs/operations.md lists it. */
export interface DocumentedMetric {
  readonly name: string
  readonly type: MetricType
  readonly labels: readonly string[]
  readonly about: string
}

const TYPES: readonly string[] = ['counter', 'gauge', 'histogram'] satisfies MetricType[]

/** Returns the metrics of the service, which `operations.test.ts` compares with `GET /metrics`. */
export function documentedMetrics(): DocumentedMetric[] {
  const table = tableOf(sectionOf(readPage('docs/operations.md'), 'Metrics'))
  return table.map(([name, type = '', labels = '', about = '']) => {
    if (!isType(type)) throw new Error(`${name} has no type`)
    return { name: codeOf(name), type, labels: labels.split(', ').filter(Boolean), about }
  })
}

function isType(text: string): text is MetricType {
  return TYPES.includes(text)
}

/** Returns the names of the series that Prometheus stores of a metric. */
export function seriesOf({ name, type }: DocumentedMetric): string[] {
  return type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name]
}
