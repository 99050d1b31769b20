import { MS_PER_SECOND } from '../../core/mod.ts'
import type { AdapterAccount, Call } from '../adapter.ts'
import { type JsonBody, stringifyExact } from '../exact-json.ts'
import { signRequest } from '../plugin-signature.ts'

export function signedCall(
  method: Call['method'],
  path: string,
  { account, body }: { readonly account: AdapterAccount; readonly body?: JsonBody },
): Call {
  const timestamp = String(Math.floor(account.now / MS_PER_SECOND))
  const text = body === undefined ? '' : stringifyExact(body)
  const key = keyOf(account)
  const headers = {
    'tessera-timestamp': timestamp,
    'tessera-key-id': key.keyId,
    'tessera-signature': signRequest(key, { method, target: path, body: text, timestamp }),
  }
  return { method, host: '', path, headers, ...(body !== undefined && { body }) }
}

export function keyOf({ secrets: { keyId = '', secret = '' } }: Pick<AdapterAccount, 'secrets'>) {
  return { keyId, secret }
}
