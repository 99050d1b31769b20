import { MS_PER_MINUTE } from '../core/mod.ts'
import { tokenNamed } from '../links/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** The time within which an address can be opened, and the time for which its page is served. */
export const OPEN_MS = 10 * MS_PER_MINUTE
export const PAGE_MS = 30 * MS_PER_MINUTE

/** A page on which one consumer spends wallets. */
export interface WalletSession {
  readonly partnerId: number
  /** A random key from which the tokens are derived. */
  readonly key: string
  readonly consumerId: number
  /** The only wallet of the page; undefined: all of the consumer. */
  readonly walletId: number | undefined
  readonly locale: string | undefined
  readonly createdMs: number
  /** The instant until which the address can be opened. */
  readonly openUntilMs: number
  /** The instant until which the page is served; undefined if the address was not opened. */
  readonly endsMs: number | undefined
}

type SessionName = Pick<WalletSession, 'partnerId' | 'key'>
type Hasher = Pick<Vault, 'blindIndex'>

/** Returns the token of the address, which opens the page once. */
export function addressToken(vault: Hasher, { partnerId, key }: SessionName): string {
  return tokenNamed(vault, partnerId, `wallet-address:${partnerId}:${key}`)
}

/** Returns the token of the page, which is the cookie of the browser that has opened the page. */
export function pageToken(vault: Hasher, { partnerId, key }: SessionName): string {
  return tokenNamed(vault, partnerId, `wallet-page:${partnerId}:${key}`)
}

export function walletTokenHash(vault: Hasher, token: string): Buffer {
  return vault.blindIndex('consumer_index', `wallet-session-hash:${token}`)
}
