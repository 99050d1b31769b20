import type { Language, Link, Recipient } from '../../links/mod.ts'
import type { LinkOrder } from '../../orders/mod.ts'

/** What each page of a link is made of. */
export interface View {
  readonly link: Link
  readonly language: Language
  /** The partner's name. */
  readonly sender: string
  readonly recipient: Recipient
  /** `/c/` and the token. */
  readonly path: string
  readonly orders: readonly LinkOrder[]
  readonly isTest: boolean
  /** True while the sender is suspended: nothing can be chosen, and nothing is lost. */
  readonly isPaused: boolean
  /** What this browser has of the link's second factor, if the link asks for one. */
  readonly cookie: string | undefined
}
