import type { IncomingHttpHeaders } from 'node:http'

/** The attributes of a span. None is a path, a body, an address or the name of a person. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** Identifies the span that caused some work. */
export interface TraceOrigin {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

export interface SpanStart {
  readonly name: string
  /** `client`: a call to another service. Undefined: work of this process. */
  readonly kind?: 'client'
  readonly attributes: Attributes
  /**
   * Returns the `traceparent`s of the requests that the work is for. The span continues the trace
   * of the first request and is linked to the other traces. It is a child of the current span if
   * the current span belongs to the continued trace.
   */
  continues?(): readonly string[]
  /**
   * True if the current span is not the cause of the work. The span then begins a new trace, unless
   * `continues` returns one.
   */
  readonly isUnrelated?: boolean
}

/** A span while its work runs. */
export interface OpenSpan {
  set(attributes: Attributes): void
  /** Marks the span as failed. `reason` is one line without secrets. */
  fail(reason: string): void
}

/** The span of a request. */
export interface RequestSpan {
  /** Runs the handler of the request; spans that it starts are children of this span. */
  run<T>(work: () => Promise<T>): Promise<T>
  end(request: TracedRequest): void
}

export interface TracedRequest {
  readonly route: string
  readonly method: string
  readonly status: number
  readonly requestId: string
  readonly partnerId: number | undefined
  readonly refusal: string | undefined
}

/** A group of writes that was committed. */
export interface TracedGroup {
  readonly partnerId: number
  readonly writes: number
  readonly refused: number
  readonly durationMs: number
  /** The spans that queued its writes. */
  origins(): readonly TraceOrigin[]
}

/** Records the spans of one process. */
export interface Tracing {
  /** Begins the span of a request, in the trace of its `traceparent` header if there is one. */
  request(headers: IncomingHttpHeaders): RequestSpan
  /** Runs work in a child span of the current one. Resolves and rejects as the work does. */
  span<T>(start: SpanStart, work: (span: OpenSpan) => Promise<T>): Promise<T>
  /** Records a committed group, linked to the requests whose writes it contains. */
  groupCommitted(group: TracedGroup): void
  /** Returns the current span; undefined if there is none or it is not exported. */
  origin(): TraceOrigin | undefined
  /** Returns the `traceparent` of the current span; undefined if `origin()` is. */
  traceparent(): string | undefined
  /** Returns the headers that continue the current trace at another service. */
  headers(): Readonly<Record<string, string>>
}

const UNTRACED: OpenSpan = { set: () => undefined, fail: () => undefined }

/** Runs work in a span, or without one if the process records none. */
export function traced<T>(
  tracing: Tracing | undefined,
  start: SpanStart,
  work: (span: OpenSpan) => Promise<T>,
): Promise<T> {
  return tracing ? tracing.span(start, work) : work(UNTRACED)
}
