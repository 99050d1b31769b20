import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/config.ts'
import type { Json } from '../support/client.ts'
import { PROJECT, readPage } from '../docs/markdown.ts'
import { readDocuments, readYaml } from './files.ts'

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

test.each(TEMPLATES)('$name is YAML once its actions are filled in', ({ text }) => {
  const documents = readDocuments(filledIn(text)).filter(Boolean)

  expect(documents.length).toBeGreaterThan(0)
  for (const { apiVersion, kind, metadata } of documents) {
    expect([typeof apiVersion, typeof kind, typeof metadata.name]).toEqual(Array(3).fill('string'))
  }
})

test('a pod runs without root on a read-only file system, and its probes allow for a drain', () => {
  const template = TEMPLATES.find(({ name }) => name === 'deployment.yaml')
  const deployment = readDocuments(filledIn(template?.text ?? '')).find(Boolean)
  const { containers, securityContext } = deployment.spec.template.spec
  const [container] = containers

  expect(securityContext.runAsNonRoot).toBe(true)
  expect(container.securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
  })
  const { httpGet, periodSeconds, failureThreshold } = container.readinessProbe
  expect(httpGet.path).toBe('/health/ready')
  const noticeSeconds = values.settings.TESSERA_DRAIN_NOTICE_SECONDS
  expect(noticeSeconds).toBeGreaterThan(periodSeconds * failureThreshold)
})

function valueAt(path: string): unknown {
  return path.split('.').reduce<Json>((value, key) => value?.[key], values)
}

/** A template with lines of control left out, and a word in place of each value. */
function filledIn(template: string): string {
  return template
    .split('\n')
    .filter((line) => !/^\s*\{\{-.*\}\}$/.test(line))
    .join('\n')
    .replaceAll(/\{\{[^}]*\}\}/g, 'value')
}
