import { call, type Input, type Result } from '../api/client.ts'
import { ruleFor, type Rule } from './rule.ts'

export type NewLinks = NonNullable<Input<'sendOwnLinks'>['body']>

const keys = new Map<string, string>()

/** Returns the idempotency key of a request. If it is sent again, it has the same key. */
function keyOf(body: NewLinks): string {
  const text = JSON.stringify(body)
  const key = keys.get(text) ?? crypto.randomUUID()
  keys.set(text, key)
  return key
}

/** Sends links once, even if it is called again with the same body. */
export function sendLinks(body: NewLinks): Promise<Result<'sendOwnLinks'>> {
  return call('sendOwnLinks', { body, key: keyOf(body) })
}

/** Asks another person once to approve links, even if it is called again with the same body. */
export function askForLinks(body: NewLinks): Promise<Result<'makeOwnLinkDraft'>> {
  return call('makeOwnLinkDraft', { body, key: keyOf(body) })
}

type LinkTotals = Pick<Result<'checkOwnLinks'>, 'currency' | 'setAside'>

/** True for links that need the approval of another person by the rules of the partner. */
export function needsApproval(
  rules: readonly Rule[] | undefined,
  { currency, setAside }: LinkTotals,
): boolean {
  return ruleFor(rules, { kind: 'orders', currency, amount: setAside }) !== undefined
}

/** Sends links and returns them. If they need an approval, asks for it, and returns no links. */
export async function sendOrAsk(body: NewLinks): Promise<Result<'sendOwnLinks'>> {
  const [rules, totals] = await Promise.all([
    call('listOwnOrderRules', {}),
    call('checkOwnLinks', { body }),
  ])
  if (!needsApproval(rules, totals)) return await sendLinks(body)
  await askForLinks(body)
  return { reference: body.reference, links: [] }
}
