import { createHmac } from 'node:crypto'
import { signWebhook, systemClock, type Signer } from '../core/mod.ts'
import { exchange } from './exchange.ts'
import { faultCodeOf } from './failure.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'

/** The service allows a webhook the same time. */
const SILENCE_MS_MAX = 10_000

/** A program that receives events, and the key of its signatures. */
export interface Receiver {
  readonly url: URL
  readonly key: Buffer
}

/**
 * Returns the key that signs forwarded events. It is derived from the secret of the credential, so
 * it stays the same from run to run.
 */
export function forwardKey({ hmacSecret }: Signer): Buffer {
  return createHmac('sha256', hmacSecret).update('tessera listen').digest()
}

/** Posts an event as webhooks are posted. Returns the status, or the code of the error. */
export async function forwardEvent({ url, key }: Receiver, event: JsonValue): Promise<string> {
  const body = JSON.stringify(event)
  const id = textOf(fieldOf(event, 'id')) ?? ''
  try {
    const { status, body: response } = await exchange({
      method: 'POST',
      base: url.origin,
      target: url.pathname + url.search,
      headers: {
        'content-type': 'application/json',
        ...signWebhook([key], { id, at: systemClock.now(), body }),
      },
      body: Buffer.from(body),
      silenceMsMax: SILENCE_MS_MAX,
    })
    response.resume()
    return String(status)
  } catch (error) {
    return faultCodeOf(error)
  }
}
