import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/settings/config.ts'
import type { Json } from '../support/client.ts'
import { PROJECT, readPage } from '../docs/markdown.ts'
import { readYaml } from './files.ts'
import { renderChart, renderTemplate } from './render-chart.ts'

const CHART = 'deploy/helm/tessera'
const values: Json = readYaml(`${CHART}/values.yaml`)
const isValid = new Ajv({ strictTypes: false }).compile(
  JSON.parse(readPage(`${CHART}/values.schema.json`)),
)
const TEMPLATES = readdirSync(join(PROJECT, CHART, 'templates')).map((name) => ({
  name,
  text: readPage(`${CHART}/templates/${name}`),
}))
const VARIABLES = new Set(Object.values(SETTINGS).map(({ variable }) => variable))

test('the values of the chart are those of its schema, and others are refused', () => {
  expect(isValid(values)).toBe(true)
  expect(isValid({ ...values, api: { ...values.api, replicas: 0 } })).toBe(false)
  expect(isValid({ ...values, publicUrl: 'api.example.com' })).toBe(false)
  expect(isValid({ ...values, replicas: 2 })).toBe(false)
})

test.each(TEMPLATES)('$name reads values that exist, and names settings that exist', ({ text }) => {
  const paths = Array.from(text.matchAll(/\.Values\.([\w.]+)/g), ([, path = '']) => path)
  const missing = paths.filter((path) => valueAt(path) === undefined)
  const written = Array.from(text.matchAll(/name: (TESSERA_\w+)/g), ([, name = '']) => name)
  const named = [...written, ...Object.keys(values.settings)]

  expect(missing).toEqual([])
  expect(named.filter((name) => !VARIABLES.has(name))).toEqual([])
})

const SWITCHED_ON = {
  autoscaling: { enabled: true },
  podMonitor: { enabled: true, labels: { release: 'monitoring' } },
  ingress: { enabled: true },
}

test('the templates make each object that the values switch on, and no other one', () => {
  const always = [
    'Deployment/tessera-api',
    'Deployment/tessera-worker',
    'Job/tessera-migrate',
    'NetworkPolicy/tessera',
    'PodDisruptionBudget/tessera-api',
    'Service/tessera',
    'Service/tessera-operator',
  ]
  const further = ['HorizontalPodAutoscaler/tessera-api', 'Ingress/tessera', 'PodMonitor/tessera']

  expect([...renderChart().keys()].toSorted()).toEqual(always)
  const switchedOn = renderChart(SWITCHED_ON)
  expect([...switchedOn.keys()].toSorted()).toEqual([...always, ...further].toSorted())
  const labels = switchedOn.get('PodMonitor/tessera').metadata.labels
  expect(labels).toMatchObject({ release: 'monitoring', 'app.kubernetes.io/name': 'tessera' })
  expect(renderChart({ networkPolicy: { enabled: false } }).has('NetworkPolicy/tessera')).toBe(
    false,
  )
})

test('the number of API processes is set by the chart, or by the autoscaler if it is on', () => {
  expect(replicasIn(renderChart(), 'api')).toBe(2)
  const scaled = renderChart(SWITCHED_ON)
  expect([replicasIn(scaled, 'api'), replicasIn(scaled, 'worker')]).toEqual([undefined, 1])
  const { minReplicas, maxReplicas, scaleTargetRef } = scaled.get(
    'HorizontalPodAutoscaler/tessera-api',
  ).spec
  expect([minReplicas, maxReplicas, scaleTargetRef.name]).toEqual([2, 6, 'tessera-api'])
})

test('the schema is migrated before a version is installed or rolled out', () => {
  const { metadata, spec } = renderChart().get('Job/tessera-migrate')

  expect(metadata.annotations['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  expect(spec.template.spec.containers[0].args).toEqual(['migrate', '--expand'])
})

test('the ports of the network policy and of the monitor are those of a pod', () => {
  const chart = renderChart(SWITCHED_ON)
  const [container] = chart.get('Deployment/tessera-api').spec.template.spec.containers
  const { ingress } = chart.get('NetworkPolicy/tessera').spec
  const own: string[] = container.ports.map(({ name }: Json) => name)

  expect(ingress.map(({ ports }: Json) => ports[0].port)).toEqual(own)
  expect(ingress.map(({ from }: Json) => from.length)).toEqual([1, 2])
  expect(own).toContain(chart.get('PodMonitor/tessera').spec.podMetricsEndpoints[0].port)
})

test.each(['api', 'worker', 'migrate'])(
  'a pod of %s runs without root on a read-only file system',
  (role) => {
    const chart = renderChart()
    const workload = chart.get(`Deployment/tessera-${role}`) ?? chart.get(`Job/tessera-${role}`)
    const { containers, securityContext } = workload.spec.template.spec

    expect(securityContext.runAsNonRoot).toBe(true)
    expect(containers[0].securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
    })
  },
)

test('processes are spread over zones and nodes, and their probes allow for a drain', () => {
  const { spec } = renderChart().get('Deployment/tessera-api').spec.template
  const keys = spec.topologySpreadConstraints.map(({ topologyKey }: Json) => topologyKey)

  expect(keys).toEqual(['topology.kubernetes.io/zone', 'kubernetes.io/hostname'])
  const { httpGet, periodSeconds, failureThreshold } = spec.containers[0].readinessProbe
  expect(httpGet.path).toBe('/health/ready')
  const noticeSeconds = values.settings.TESSERA_DRAIN_NOTICE_SECONDS
  expect(noticeSeconds).toBeGreaterThan(periodSeconds * failureThreshold)
})

test('an action that Helm lacks, or that does not end, is found', () => {
  expect(() => renderTemplate('a: {{ .Values.a | quotee }}', {})).toThrow('quotee is no value')
  expect(() => renderTemplate('{{- if .a }}', {})).toThrow('no end of if .a')
  expect(() => renderTemplate('{{- end }}', {})).toThrow('without its beginning')
  expect(
    renderTemplate('a:\n  {{- if .b }}\n  c: {{ .b | quote }}\n  {{- end }}\n', { b: 1 }),
  ).toBe('a:\n  c: "1"\n')
})

function replicasIn(chart: Map<string, Json>, role: string): Json {
  return chart.get(`Deployment/tessera-${role}`).spec.replicas
}

function valueAt(path: string): unknown {
  return path.split('.').reduce<Json>((value, key) => value?.[key], values)
}
