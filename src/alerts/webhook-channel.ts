import { isoTime, signWebhook, type Clock } from '../core/mod.ts'
import type { AlertChannel, AlertNotice } from './delivery.ts'

export interface WebhookSettings {
  readonly url: string
  readonly secret: Buffer
  readonly clock: Clock
  /** The limit for the whole exchange; ten seconds by default. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000

/**
 * Returns a channel that posts each notice as JSON, signed by the Standard Webhooks specification.
 * Only a status of 2xx is a success. Redirects are not followed, because the body is for this
 * address only.
 */
export function createWebhookChannel({
  url,
  secret,
  clock,
  timeoutMs = TIMEOUT_MS,
}: WebhookSettings): AlertChannel {
  return {
    name: 'webhook',
    async send(notice) {
      const body = JSON.stringify(eventOf(notice))
      const message = { id: `msg_${notice.deliveryId}`, at: clock.now(), body }
      const headers = { 'content-type': 'application/json', ...signWebhook([secret], message) }
      const status = await post(url, { headers, body, timeoutMs })
      if (status >= 200 && status < 300) return { outcome: 'sent' }
      const isRedirect = status >= 300 && status < 400
      throw new Error(`HTTP ${status}${isRedirect ? ': redirects are not followed' : ''}`)
    },
    close() {},
  }
}

function eventOf({ event, alert }: AlertNotice) {
  const { alertId, kind, subject, severity, message, details, raisedAt, resolvedAt } = alert
  return {
    type: `alert.${event}`,
    timestamp: isoTime(event === 'resolved' && resolvedAt !== undefined ? resolvedAt : raisedAt),
    data: {
      alertId,
      kind,
      subject,
      severity,
      message,
      details,
      raisedAt: isoTime(raisedAt),
      resolvedAt: event === 'resolved' && resolvedAt !== undefined ? isoTime(resolvedAt) : null,
    },
  }
}

/** Returns the status. Throws an error that does not name the address, which may be a secret. */
async function post(
  url: string,
  { timeoutMs, ...request }: { headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs)
  const options = { method: 'POST', redirect: 'manual', signal, ...request } as const
  try {
    const response = await fetch(url, options)
    await response.body?.cancel()
    return response.status
  } catch (error) {
    throw new Error(signal.aborted ? `no response in ${timeoutMs} ms` : causeOf(error), {
      cause: error,
    })
  }
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  return `no response: ${code}`
}
