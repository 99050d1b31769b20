import type { Html } from '../../core/mod.ts'

/** What a call shows, or where it leads. */
export interface Shown {
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
