import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { createTracing } from '../../src/telemetry/spans.ts'

const traceparentOf = (digit: string): string => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map(traceparentOf)

interface RecordedSpan {
  readonly traceId: string
  readonly parent: string | undefined
  readonly links: readonly string[]
}

interface SpanOptions {
  readonly outer?: readonly string[]
  readonly isUnrelated?: boolean
}

/** Records a span of work for orders, below a span of work for `outer` if that is given. */
async function recordSpans(
  orders: readonly string[],
  { outer, isUnrelated = false }: SpanOptions = {},
): Promise<RecordedSpan> {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const tracing = createTracing(provider.getTracer('test'))
  const attributes = {}
  const inner = { name: 'inner', attributes, isUnrelated, continues: () => orders }
  const around = { name: 'outer', attributes, continues: () => outer ?? [] }
  const work = () => tracing.span(inner, () => Promise.resolve())
  await (outer ? tracing.span(around, work) : work())
  await provider.forceFlush()
  const spans = exporter.getFinishedSpans()
  const innerSpan = spans.find(({ name }) => name === 'inner')
  if (!innerSpan) throw new Error('the span was not recorded')
  const parentId = innerSpan.parentSpanContext?.spanId
  const above = spans.find((span) => span.spanContext().spanId === parentId)
  return {
    traceId: innerSpan.spanContext().traceId,
    parent: above?.name ?? parentId,
    links: innerSpan.links.map(({ context }) => context.traceId),
  }
}

test('work for several orders is in the trace of the first, and linked to the others', async () => {
  expect(await recordSpans([FIRST, SECOND, THIRD] as string[])).toEqual({
    traceId: '1'.repeat(32),
    parent: '1'.repeat(16),
    links: ['2'.repeat(32), '3'.repeat(32)],
  })
})

test('a span has the span above it as its parent only if both are of one order', async () => {
  const [first, second] = [FIRST, SECOND] as [string, string]
  expect(await recordSpans([first], { outer: [first, second] })).toMatchObject({ parent: 'outer' })
  expect(await recordSpans([second], { outer: [first, second] })).toMatchObject({
    traceId: '2'.repeat(32),
    parent: '2'.repeat(16),
  })
})

test('work without a traced order is below the span that caused it, or begins a trace', async () => {
  const outer = [FIRST as string]
  expect(await recordSpans([], { outer })).toMatchObject({ parent: 'outer', links: [] })

  const { traceId, parent, links } = await recordSpans([], { outer, isUnrelated: true })
  expect(traceId).not.toBe('1'.repeat(32))
  expect({ parent, links }).toEqual({ parent: undefined, links: [] })
})
