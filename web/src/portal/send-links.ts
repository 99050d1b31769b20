import { call, type Input, type Result } from '../api/client.ts'
import { ruleFor, type Rule } from './rule.ts'

export type NewLinks = NonNullable<Input<'sendOwnLinks'>['body']>

const keys = new Map<string, string>()

/** What is sent again after a lost response, or pressed twice, has the key that it had. */
function keyOf(body: NewLinks): string {
  const text = JSON.stringify(body)
  const key = keys.get(text) ?? crypto.randomUUID()
  keys.set(text, key)
  return key
}

/** Sends links; what is sent again is sent once. */
export function sendLinks(body: NewLinks): Promise<Result<'sendOwnLinks'>> {
  return call('sendOwnLinks', { body, key: keyOf(body) })
}

/** Asks another person to approve links; what is asked again is asked once. */
export function askForLinks(body: NewLinks): Promise<Result<'makeOwnLinkDraft'>> {
  return call('makeOwnLinkDraft', { body, key: keyOf(body) })
}

type Checked = Pick<Result<'checkOwnLinks'>, 'currency' | 'setAside'>

/** True for links that the rules of the partner have another person approve. */
export function needsApproval(
  rules: readonly Rule[] | undefined,
  { currency, setAside }: Checked,
): boolean {
  return ruleFor(rules, { kind: 'orders', currency, amount: setAside }) !== undefined
}

/** Sends links, or asks for their approval: then there are none yet. */
export async function sendOrAsk(body: NewLinks): Promise<Result<'sendOwnLinks'>> {
  const [rules, checked] = await Promise.all([
    call('listOwnOrderRules', {}),
    call('checkOwnLinks', { body }),
  ])
  if (!needsApproval(rules, checked)) return await sendLinks(body)
  await askForLinks(body)
  return { reference: body.reference, links: [] }
}
