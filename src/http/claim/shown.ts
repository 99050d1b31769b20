import type { Html } from '../../core/mod.ts'

/** What a call shows, or where it leads. */
export interface Shown {
  readonly status: number
  readonly body?: Html
  readonly location?: string
  /** Sets a cookie. */
  readonly cookie?: string
}

/** The fields of a form. */
export type Form = Readonly<Record<string, string>>
