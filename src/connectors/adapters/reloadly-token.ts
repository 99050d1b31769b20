import type { AdapterAccount, Reply, Call } from '../adapter.ts'
import { textAt } from '../exact-json.ts'
import { isSuccess } from '../verdicts.ts'
import { hosts } from './reloadly-manifest.ts'

export function token(audience: string, { secrets, environment }: AdapterAccount): Call {
  const host = hosts(audience)[environment]
  const body = {
    client_id: secrets['clientId'],
    client_secret: secrets['clientSecret'],
    grant_type: 'client_credentials',
    audience: host,
  }
  return { method: 'POST', host: 'auth', path: '/oauth/token', body }
}

export function readToken(response: Reply) {
  const [text, seconds] = [
    textAt(response.json, 'access_token'),
    textAt(response.json, 'expires_in'),
  ]
  if (!isSuccess(response) || text === undefined) return undefined
  return { token: text, forSeconds: Number(seconds ?? 0) }
}
