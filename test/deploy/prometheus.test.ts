import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { ALERT_KINDS } from '../../src/alerts/alert.ts'
import { readPage } from '../docs/markdown.ts'
import { documentedMetrics, seriesOf } from './metrics-table.ts'
import { readExpression } from './promql.ts'

interface Rule {
  readonly record?: string
  readonly alert?: string
  readonly expr: string
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
}

const RUNBOOK = 'docs/operate/runbook.md'
/** Metrics of Prometheus itself, and of each Node.js process. */
const OTHERS = ['up', 'nodejs_eventloop_lag_p99_seconds']
const OTHER_LABELS = ['job', 'le']

const recording = rulesOf('deploy/prometheus/recording.yml')
const alerts = rulesOf('deploy/prometheus/alerts.yml')
const recorded = recording.flatMap(({ record }) => record ?? [])
const metrics = documentedMetrics()

function rulesOf(path: string): Rule[] {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(readPage(path))
  return groups.flatMap(({ rules }) => rules)
}

function read(rules: readonly Rule[]) {
  return rules.map(({ expr }) => readExpression(expr))
}

test('the parser finds a malformed expression, and what a correct one reads', () => {
  expect(readExpression('sum(rate(a_total{b="c"}[5m])').faults).not.toEqual([])
  expect(readExpression('sum by (d) (rate(a_total{b="c"}[5m])) > 0')).toEqual({
    metrics: ['a_total'],
    labels: ['d', 'b'],
    faults: [],
  })
})

test('each expression of the rules is one that Prometheus accepts', () => {
  expect(read([...recording, ...alerts]).flatMap(({ faults }) => faults)).toEqual([])
})

test('the rules read metrics and labels that the service has, or that other rules record', () => {
  const names = new Set([...metrics.flatMap(seriesOf), ...recorded, ...OTHERS])
  const labels = new Set([...metrics.flatMap((metric) => metric.labels), ...OTHER_LABELS])
  const expressions = read([...recording, ...alerts])

  const missing = expressions.flatMap((one) => [
    ...one.metrics.filter((name) => !names.has(name)),
    ...one.labels.filter((name) => !labels.has(name)),
  ])

  expect(missing).toEqual([])
  expect(expressions.every((one) => one.metrics.length > 0)).toBe(true)
})

test('each recorded series is read by an alert; they differ only by their windows', () => {
  const used = new Set(read(alerts).flatMap((one) => one.metrics))
  expect(recorded.filter((name) => !used.has(name))).toEqual([])

  const shapes = new Map<string, Set<string>>()
  for (const { record = '', expr } of recording) {
    const [objective = '', window = ''] = record.split(':ratio_rate')
    const shape = expr.replaceAll(`[${window}]`, '[window]')
    shapes.set(objective, (shapes.get(objective) ?? new Set()).add(shape))
  }
  expect(Array.from(shapes.values(), ({ size }) => size)).toEqual([1, 1, 1])
})

test('each alert has a severity and a section of the runbook, and so has each kind of alert', () => {
  const headings = Array.from(readPage(RUNBOOK).matchAll(/^## (\w+)$/gm), ([, name = '']) => name)
  const names = alerts.flatMap(({ alert }) => alert ?? [])

  expect(headings.toSorted()).toEqual([...names, ...ALERT_KINDS].toSorted())
  for (const { alert = '', labels, annotations } of alerts) {
    expect(['page', 'ticket']).toContain(labels?.['severity'])
    expect(annotations?.['runbook']).toBe(`${RUNBOOK}#${alert.toLowerCase()}`)
  }
})
