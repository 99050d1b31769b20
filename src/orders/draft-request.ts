import type { Vault } from '../vault/mod.ts'
import type { Draft } from './draft.ts'

type Place = Pick<Draft, 'partnerId' | 'draftId'>

/** Seals a request to send links, or to credit a wallet, for its draft: it names people. */
export function sealDraftRequest(vault: Vault, place: Place, request: unknown): Buffer {
  return vault.seal('consumers', contextOf(place), Buffer.from(JSON.stringify(request), 'utf8'))
}

/** Returns the request that was sealed for a draft; undefined once that is forgotten. */
export async function openDraftRequest(
  vault: Vault,
  { sealed, ...place }: Draft,
): Promise<unknown> {
  if (!sealed) return undefined
  await vault.prepare([sealed])
  return JSON.parse(vault.open('consumers', contextOf(place), sealed).toString('utf8'))
}

function contextOf({ partnerId, draftId }: Place): string {
  return `drafts:${partnerId}:${draftId}`
}
