import { Agent, buildConnector, request } from 'undici'
import { isLoopback } from '../core/mod.ts'
import { BAD_NUMBER_CODES } from './bad-address.ts'
import type { MailOutcome, Sms, SmsTransport } from './mail.ts'
import { statusCallbackOf } from './twilio-report.ts'

export interface TwilioSettings {
  /** `https://<account SID>:<auth token>@api.twilio.com`. */
  readonly url: string
  /** The number that sends, as E.164, or the SID of a messaging service (`MG...`). */
  readonly from: string
}

const TIMEOUT_MS = 20_000
const CONNECT_TIMEOUT_MS = 10_000
const MESSAGING_SERVICE = /^MG[0-9a-f]{32}$/
/**
 * Refusals because of our account or Twilio's load: the SMS was not accepted, and is sent again.
 */
const NOT_ACCEPTED: readonly number[] = [401, 403, 404, 429, 503]

/**
 * Returns a transport of SMS by Twilio's Messages resource, or another server with that interface.
 * Nothing leaves this machine in clear. Throws for an unsuitable URL.
 */
export function createTwilioTransport({ url, from }: TwilioSettings): SmsTransport {
  // Errors do not quote the URL, which contains the token.
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
  const agent = new Agent({ pipelining: NEW_CONNECTION_EACH, connect: connectorThatMarksFaults() })
  const sender = MESSAGING_SERVICE.test(from) ? { MessagingServiceSid: from } : { From: from }
  return {
    async send({ phone, text, reportUrl }: Sms): Promise<MailOutcome> {
      const callback = reportUrl && { StatusCallback: statusCallbackOf(reportUrl) }
      const response = await request(target, {
        method: 'POST',
        dispatcher: agent,
        headers: { authorization, accept: 'application/json', 'content-type': FORM },
        body: new URLSearchParams({ To: phone, ...sender, Body: text, ...callback }).toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }).catch((error: unknown) => {
        if (error instanceof NoConnection) throw error
        return undefined
      })
      if (!response) return UNKNOWN_SMS
      const { statusCode: status } = response
      const code = codeOf(await response.body.text().catch(() => ''))
      if (status < 300) return { outcome: 'sent' }
      // Only the code is stored, because the message may contain the number.
      const reason = code === undefined ? `HTTP ${status}` : `error ${code}`
      if (NOT_ACCEPTED.includes(status)) {
        throw new Error(`the provider of SMS responded with ${reason}`)
      }
      if (status >= 500) return UNKNOWN_SMS
      return { outcome: 'refused', reason, isAddressBad: BAD_NUMBER_CODES.has(String(code)) }
    },
  }
}

/**
 * The SMS may have been accepted. It is not sent again: it could arrive twice, and each one costs.
 */
export const UNKNOWN_SMS = {
  outcome: 'refused',
  reason: 'no response of the provider of SMS: the text may have been sent',
  isAddressBad: false,
} as const

const FORM = 'application/x-www-form-urlencoded'
/**
 * Connections are not reused: a connection that ends just as an SMS is written would leave the
 * outcome unknown.
 */
const NEW_CONNECTION_EACH = 0

/** Nothing was written, so the SMS was not sent. After any later fault, the outcome is unknown. */
class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/**
 * Returns a connector, including TLS, that marks its own faults: only these are certain to come
 * before a request was written. The code of an error does not say so, because faults of TLS may
 * come at any time.
 */
function connectorThatMarksFaults(): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS })
  return (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (!error) return callback(null, socket)
      const code = 'code' in error ? String(error.code) : error.name
      const message = `no connection to the provider of SMS: ${code}`
      return callback(new NoConnection(message, { cause: error }), null)
    })
}

function codeOf(text: string): number | undefined {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return typeof code === 'number' ? code : undefined
  } catch {
    return undefined
  }
}
