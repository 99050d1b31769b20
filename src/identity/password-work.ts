/**
 * Why a password is refused: it is made of words about its user, or it is among the first that
 * attackers try.
 */
export type Weakness = 'own' | 'common'

/** A task for the process that hashes passwords. */
export type PasswordWork =
  | { readonly kind: 'verify'; readonly stored: string; readonly password: string }
  | {
      readonly kind: 'hash'
      readonly password: string
      /** Words about the user. Undefined for a random password, which is not judged. */
      readonly personalWords: readonly string[] | undefined
    }

export type PasswordResult =
  | { readonly isSame: boolean }
  | { readonly hash: string }
  | { readonly weakness: Weakness }
