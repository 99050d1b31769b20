import { call, type Input, type Result } from '../api/client.ts'

export type NewLinks = NonNullable<Input<'sendOwnLinks'>['body']>

const keys = new Map<string, string>()

/** Sends links; what is sent again after a lost response, or pressed twice, is sent once. */
export function sendLinks(body: NewLinks): Promise<Result<'sendOwnLinks'>> {
  const text = JSON.stringify(body)
  const key = keys.get(text) ?? crypto.randomUUID()
  keys.set(text, key)
  return call('sendOwnLinks', { body, key })
}
