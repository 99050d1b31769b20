import { accountTexts as texts } from '../messages/en-account.ts'

/** The password, which a change of second factors requires: an unlocked screen is not enough. */
export const PASSWORD = {
  name: 'password',
  label: texts.currentPassword,
  kind: 'password',
} as const
