import { accountTexts as texts } from '../messages/en-account.ts'

/** What a change of second factors asks for, so that an unlocked screen is not enough. */
export const PASSWORD = {
  name: 'password',
  label: texts.currentPassword,
  kind: 'password',
} as const
