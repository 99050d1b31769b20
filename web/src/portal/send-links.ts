import { call, type Input, type Result } from '../api/client.ts'
import { pageUser } from '../session/page-user.ts'
import { ruleFor, type Rule } from './rule.ts'

export type NewLinks = NonNullable<Input<'sendOwnLinks'>['body']>

/**
 * Returns an idempotency key that the same user gets for the same values, also in another window
 * and later. Other users get another key, because the addresses are shown to the sender only.
 */
async function keyOf(...values: readonly unknown[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([pageUser(), ...values]))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** Sends links once. If it is called again with the same body, returns the same links. */
export async function sendLinks(body: NewLinks): Promise<Result<'sendOwnLinks'>> {
  return await call('sendOwnLinks', { body, key: await keyOf(body) })
}

const OVER = ['REJECTED', 'WITHDRAWN', 'EXPIRED']

/** Asks another person to approve links, again only if an earlier draft of the same is over. */
export async function askForLinks(body: NewLinks): Promise<Result<'makeOwnLinkDraft'>> {
  for (let attempt = 1; ; attempt += 1) {
    const request = await call('makeOwnLinkDraft', { body, key: await keyOf(body, attempt) })
    // A repeat has the first response, whatever has become of the draft.
    const draft = await call('getOwnDraft', { path: { draftId: request.draftId } })
    if (!OVER.includes(draft.state)) return request
  }
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
  if (totals.isSent || !needsApproval(rules, totals)) return await sendLinks(body)
  await askForLinks(body)
  return { reference: body.reference, links: [] }
}
