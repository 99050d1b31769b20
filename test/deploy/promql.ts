import { parser } from '@prometheus-io/lezer-promql'

/** The metrics that an expression of Prometheus reads, and its faults. */
export interface ReadExpression {
  /** The metrics that it selects. */
  readonly metrics: readonly string[]
  /** The labels that it selects or groups by. */
  readonly labels: readonly string[]
  /** The texts that the grammar does not accept. */
  readonly faults: readonly string[]
}

/** Parses an expression by Prometheus' own grammar. */
export function readExpression(expr: string): ReadExpression {
  const metrics: string[] = []
  const labels: string[] = []
  const faults: string[] = []
  parser.parse(expr).iterate({
    enter({ name, type, from, to, node }) {
      const text = expr.slice(from, to)
      if (type.isError) faults.push(text || `at ${from}`)
      else if (name === 'LabelName') labels.push(text)
      else if (name === 'Identifier' && node.parent?.name === 'VectorSelector') metrics.push(text)
    },
  })
  return { metrics, labels, faults }
}
