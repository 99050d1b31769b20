import { isLoopback } from '../core/mod.ts'
import type { MailOutcome, Sms, SmsTransport } from './mail.ts'

export interface TwilioSettings {
  /** `https://<account SID>:<auth token>@api.twilio.com`. */
  readonly url: string
  /** The number that sends, as E.164, or the SID of a messaging service (`MG...`). */
  readonly from: string
}

const TIMEOUT_MS = 20_000
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/
/** What our account or their load refuses: the text was not taken, and is sent again. */
const NOT_TAKEN: readonly number[] = [401, 403, 404, 429, 503]
/** No mobile phone has the number, or its owner answered STOP: no other text is sent to it. */
const BAD_NUMBER_CODES: readonly unknown[] = [21_211, 21_610, 21_614]

/**
 * Returns a transport of texts by the Messages resource of Twilio, or whatever speaks it. Nothing
 * leaves this machine in clear. Throws if the URL is not one of it.
 */
export function createTwilioTransport({ url, from }: TwilioSettings): SmsTransport {
  // Errors are without the URL, which has the token.
  if (!URL.canParse(url)) throw new Error('a provider of SMS is named by a URL')
  const { protocol, host, hostname, username, password } = new URL(url)
  if (protocol !== 'https:' && !isLoopback(hostname)) {
    throw new Error('a provider of SMS on another machine is named as https://')
  }
  if (username === '' || password === '') {
    throw new Error('the URL of a provider of SMS has an account and a token')
  }
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const authorization = `Basic ${Buffer.from(login).toString('base64')}`
  const target = `${protocol}//${host}/2010-04-01/Accounts/${username}/Messages.json`
  const sender = MESSAGING_SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ phone, text }: Sms): Promise<MailOutcome> {
      const response = await fetch(target, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: phone, ...sender, Body: text }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        if (isBeforeSending(error)) throw error
        return undefined
      })
      if (!response) return UNKNOWN_SMS
      const { ok, status } = response
      const code = codeOf(await response.text().catch(() => ''))
      if (ok) return { outcome: 'sent' }
      // Its message may name the number, so that only its code is stored.
      const reason = code === undefined ? `HTTP ${status}` : `error ${code}`
      if (NOT_TAKEN.includes(status)) {
        throw new Error(`the provider of SMS responded with ${reason}`)
      }
      if (status >= 500) return UNKNOWN_SMS
      return { outcome: 'refused', reason, isAddressBad: BAD_NUMBER_CODES.includes(code) }
    },
  }
}

/** The text may have been taken: sent again, it could come twice, and each costs. */
export const UNKNOWN_SMS = {
  outcome: 'refused',
  reason: 'no response of the provider of SMS: the text may have been sent',
  isAddressBad: false,
} as const

const CONNECTING: readonly unknown[] = ['connect', 'getaddrinfo']
/** Of certificates and handshakes, and of `fetch` where a connection takes too long. */
const NO_CONNECTION = /CERT|TLS|SSL|UNABLE_TO|UND_ERR_CONNECT_TIMEOUT/

/** True if nothing was sent, because there was no connection. */
function isBeforeSending(error: unknown): boolean {
  const cause: unknown = error instanceof Error ? error.cause : undefined
  if (cause instanceof AggregateError) return cause.errors.every(isOfConnecting)
  return isOfConnecting(cause)
}

function isOfConnecting(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('syscall' in error && CONNECTING.includes(error.syscall)) return true
  return 'code' in error && NO_CONNECTION.test(String(error.code))
}

function codeOf(text: string): number | undefined {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'number' ? code : undefined
  } catch {
    return undefined
  }
}
