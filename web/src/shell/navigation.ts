import type { OperationId } from '../api/client.ts'

export interface Place {
  readonly label: string
  readonly href: string
  /** The operation that the page reads: only users who may call it see the page. */
  readonly reads: OperationId
  /** Pressed after `g`. */
  readonly key?: string
  /** The count that it shows: what waits for the user. */
  readonly counts?: 'approvals' | 'ownApprovals'
}

/** One of the two applications, with its pages for navigation and search. */
export interface Application {
  readonly title: string
  readonly home: string
  readonly sections: readonly { readonly title: string; readonly places: readonly Place[] }[]
  /** The addresses in the menu of a phone: the first ones that the user may open. */
  readonly phoneMenu: readonly string[]
  /** An act that the search offers for any text. */
  readonly find: {
    readonly placeholder: string
    label(text: string): string
    address(text: string): Address
    /** Finds names besides pages. */
    readonly names: 'console' | 'portal'
  }
}

interface Address {
  readonly to: string
  readonly search?: Readonly<Record<string, string>>
}
