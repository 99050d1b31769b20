import { AsyncLocalStorage } from 'node:async_hooks'
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api'
import { hrTime, hrTimeToMilliseconds, W3CTraceContextPropagator } from '@opentelemetry/core'
import type {
  OpenSpan,
  RequestSpan,
  SpanStart,
  TracedGroup,
  TracedRequest,
  Tracing,
} from './tracing.ts'

const propagator = new W3CTraceContextPropagator()
/** The most links of a span: the SDK stores no more. */
const LINKS_MAX = 128
const SERVER_FAULTS_FROM = 500

/** Records spans by a tracer of the SDK. */
export function createTracing(tracer: Tracer): Tracing {
  const storage = new AsyncLocalStorage<Context>()
  const current = (): Context => storage.getStore() ?? ROOT_CONTEXT
  return {
    request: ({ traceparent, tracestate }) => {
      const carrier = { traceparent, tracestate }
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, parent)
      return requestSpan(span, (work) => storage.run(trace.setSpan(parent, span), work))
    },
    async span(start, work) {
      const around = start.isUnrelated === true ? ROOT_CONTEXT : current()
      const { parent, links } = parentOf(around, start.continues?.() ?? [])
      const span = tracer.startSpan(start.name, { ...optionsOf(start), links }, parent)
      try {
        return await storage.run(trace.setSpan(parent, span), () => work(openSpan(span)))
      } catch (error) {
        // Records the error without its message, which may quote the request.
        openSpan(span).fail(error instanceof Error ? error.name : 'Error')
        throw error
      } finally {
        span.end()
      }
    },
    groupCommitted: (group) => recordGroup(tracer, group),
    origin: () => originOf(current()),
    traceparent: () => (originOf(current()) ? headersOf(current())['traceparent'] : undefined),
    headers: () => headersOf(current()),
  }
}

function originOf(context: Context): SpanContext | undefined {
  const span = trace.getSpanContext(context)
  return span && (span.traceFlags & TraceFlags.SAMPLED) !== 0 ? span : undefined
}

function headersOf(context: Context): Record<string, string> {
  const carrier: Record<string, string> = {}
  propagator.inject(context, carrier, defaultTextMapSetter)
  return carrier
}

/**
 * Returns the parent of a span that continues the first of these traces, and links to the other
 * traces. The parent is the current span if it belongs to the first trace, otherwise the span that
 * its `traceparent` names.
 */
function parentOf(current: Context, traceparents: readonly string[]) {
  const [first = current, ...others] = traceparents.map((traceparent) =>
    propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter),
  )
  const traceId = trace.getSpanContext(first)?.traceId
  const isCurrent = trace.getSpanContext(current)?.traceId === traceId
  const links = others.slice(0, LINKS_MAX).flatMap((other) => {
    const context = trace.getSpanContext(other)
    return context ? [{ context }] : []
  })
  return { parent: isCurrent ? current : first, links }
}

function optionsOf({ kind, attributes }: SpanStart) {
  return { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL, attributes }
}

function openSpan(span: Span): OpenSpan {
  return {
    set: (attributes) => void span.setAttributes(attributes),
    fail: (reason) => void span.setStatus({ code: SpanStatusCode.ERROR, message: reason }),
  }
}

function requestSpan(span: Span, run: RequestSpan['run']): RequestSpan {
  return {
    run,
    end({ route, method, status, requestId, partnerId, refusal }: TracedRequest) {
      span.updateName(route)
      span.setAttributes({
        'http.request.method': method,
        'http.route': route.slice(route.indexOf(' ') + 1),
        'http.response.status_code': status,
        'tessera.request_id': requestId,
        ...(partnerId !== undefined && { 'tessera.partner_id': partnerId }),
        ...(refusal !== undefined && { 'error.type': refusal }),
      })
      if (status >= SERVER_FAULTS_FROM) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function recordGroup(tracer: Tracer, { partnerId, writes, refused, ...group }: TracedGroup): void {
  const origins = group.origins()
  // A group without an exported request needs no span.
  if (origins.length === 0) return
  const endTime = hrTimeToMilliseconds(hrTime())
  const span = tracer.startSpan('ledger group commit', {
    root: true,
    startTime: endTime - group.durationMs,
    links: origins.slice(0, LINKS_MAX).map((context) => ({ context })),
    attributes: {
      'tessera.partner_id': partnerId,
      'tessera.writes': writes,
      'tessera.writes_refused': refused,
    },
  })
  span.end(endTime)
}
