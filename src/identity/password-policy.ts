/** Whether passwords are for everybody, or for users of partners only. */
export interface PasswordPolicy {
  readonly config: { readonly operatorPasswordUse: 'allowed' | 'refused' }
}

/** True if a user has to sign in by other means than a password. */
export function isPasswordRefused(
  { config }: PasswordPolicy,
  partnerId: number | null | undefined,
): boolean {
  return config.operatorPasswordUse === 'refused' && (partnerId ?? undefined) === undefined
}
