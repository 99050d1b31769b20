import { once } from 'node:events'
import { createServer } from 'node:http'
import { onTestFinished } from 'vitest'
import type { Json } from '../support/client.ts'
import { portOf } from './port.ts'

/** A span as a collector gets it, its attributes by their names. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly links: readonly string[]
  readonly status: number
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface Collector {
  readonly url: string
  readonly spans: CollectedSpan[]
  /** The metrics of the last export, by their names. */
  readonly metrics: Map<string, Json>
  readonly resources: Readonly<Record<string, unknown>>[]
  /** All that was sent to it. */
  readonly texts: string[]
}

/** Starts a collector that decodes OTLP in JSON. Ends with the test. */
export async function startCollector(): Promise<Collector> {
  const collected = { spans: [], metrics: new Map(), resources: [], texts: [] }
  const collector: Omit<Collector, 'url'> = collected
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (part: string) => void (text += part))
    request.on('end', () => {
      collector.texts.push(text)
      collect(collector, JSON.parse(text))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { ...collector, url: `http://127.0.0.1:${portOf(server)}` }
}

function collect({ spans, metrics, resources }: Omit<Collector, 'url'>, body: Json): void {
  for (const { resource, scopeSpans } of body.resourceSpans ?? []) {
    resources.push(attributesOf(resource.attributes))
    for (const one of scopeSpans) for (const span of one.spans) spans.push(spanOf(span))
  }
  for (const { scopeMetrics } of body.resourceMetrics ?? []) {
    for (const one of scopeMetrics)
      for (const metric of one.metrics) metrics.set(metric.name, metric)
  }
}

function spanOf({ name, traceId, spanId, parentSpanId, links, status, attributes }: Json) {
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    links: links.map((link: Json) => link.spanId),
    status: status.code ?? 0,
    attributes: attributesOf(attributes),
  }
}

function attributesOf(attributes: readonly Json[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}
