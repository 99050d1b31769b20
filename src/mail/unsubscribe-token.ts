import { isSameSecret } from '../core/mod.ts'
import type { Vault } from '../vault/mod.ts'

const MAC_BYTES = 16
const TOKEN = /^([1-9]\d{0,6})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{22})$/

type Hasher = Pick<Vault, 'blindIndex'>

/** What an unsubscribe address names: a partner, and a UUID within it. */
export interface UnsubscribeName {
  readonly partnerId: number
  readonly id: string
}

/** The tokens in the unsubscribe addresses of one kind of mails. They give access to nothing. */
export interface UnsubscribeTokens {
  tokenOf(vault: Hasher, name: UnsubscribeName): string
  /** Returns what a token names; undefined if this service did not make it for this kind. */
  read(vault: Hasher, token: string): UnsubscribeName | undefined
}

export function unsubscribeTokens(kind: string): UnsubscribeTokens {
  const macOf = (vault: Hasher, { partnerId, id }: UnsubscribeName) =>
    vault
      .blindIndex('consumer_index', `${kind}-unsubscribe:${partnerId}:${id}`)
      .toString('base64url', 0, MAC_BYTES)
  return {
    tokenOf: (vault, name) => `${name.partnerId}.${name.id}.${macOf(vault, name)}`,
    read(vault, token) {
      const [, partner, id, mac] = TOKEN.exec(token) ?? []
      if (partner === undefined || id === undefined || mac === undefined) return undefined
      const name = { partnerId: Number(partner), id }
      return isSameSecret(mac, macOf(vault, name)) ? name : undefined
    },
  }
}
