import type { Html } from '../../core/mod.ts'

/** The page that a call shows, or the address to which it redirects. */
export interface PageReply {
  readonly status: number
  readonly body?: Html
  readonly location?: string
  /** True if it has buttons that need the script of the page of a card. */
  readonly hasScript?: boolean
  /** Sets a cookie. */
  readonly cookie?: string
}

/** The fields of a form. */
export type Form = Readonly<Record<string, string>>
