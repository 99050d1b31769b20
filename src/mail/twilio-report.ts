import { createHmac } from 'node:crypto'
import { isSameSecret } from '../core/mod.ts'
import { BAD_NUMBER_CODES } from './bad-address.ts'
import type { MailFeedback } from './feedback.ts'

type Form = Readonly<Record<string, string>>

/**
 * Makes Twilio repeat a report up to five times within 15 s if it gets a 5xx, because a report may
 * arrive before our commit. Only Twilio reads this fragment of the URL.
 */
const RETRY_OPTIONS = '#rc=5&rp=5xx,ct,rt'

const CODE = /^\d{5}$/

/** Returns the address for reports about a text, for a request to Twilio. */
export function statusCallbackOf(reportUrl: string): string {
  return reportUrl + RETRY_OPTIONS
}

interface SignedReport {
  /** The URL of a provider of SMS, with the token that it signs with. */
  readonly providerUrl: string
  /** The address of the report, without a fragment. */
  readonly reportUrl: string
  readonly form: Form
  readonly signature: string
}

/**
 * True if a form has the signature of the provider (`X-Twilio-Signature`). Twilio sometimes omits
 * the port of an HTTPS address, and does not say whether the fragment is signed.
 */
export function isSignedByTwilio({
  providerUrl,
  reportUrl,
  form,
  signature,
}: SignedReport): boolean {
  const token = decodeURIComponent(new URL(providerUrl).password)
  const fields = Object.keys(form)
    .toSorted()
    .map((name) => name + (form[name] ?? ''))
    .join('')
  const withoutPort = reportUrl.replace(/^(https:\/\/[^/]+):\d+(?=\/)/, '$1')
  return [reportUrl, withoutPort]
    .flatMap((url) => [url, statusCallbackOf(url)])
    .some((url) => isSameSecret(signature, macOf(token, url + fields)))
}

/** Returns the HMAC with SHA-1, by which Twilio signs. */
function macOf(token: string, text: string): string {
  return createHmac('sha1', token).update(text).digest('base64')
}

/** Reads a report about a text; undefined if the text is still on its way. */
export function readTwilioReport({
  MessageStatus: status,
  ErrorCode: code = '',
}: Form): MailFeedback | undefined {
  switch (status) {
    case 'delivered':
    case 'read':
      return { state: 'DELIVERED', isAddressBad: false, fault: undefined }
    case 'undelivered':
    case 'failed':
      return {
        state: 'BOUNCED',
        isAddressBad: BAD_NUMBER_CODES.has(code),
        fault: CODE.test(code) ? `error ${code}` : status,
      }
    case undefined:
    default:
      return undefined
  }
}
