/** Why a password is refused: it is made of what is known of its user, or is tried early. */
export type Weakness = 'own' | 'common'

/** What the process that hashes passwords is asked. */
export type PasswordWork =
  | { readonly kind: 'verify'; readonly stored: string; readonly password: string }
  | {
      readonly kind: 'hash'
      readonly password: string
      /** What is known of the user. Undefined: nobody has chosen the password, it is random. */
      readonly personalWords: readonly string[] | undefined
    }

export type PasswordResult =
  | { readonly isSame: boolean }
  | { readonly hash: string }
  | { readonly weakness: Weakness }
