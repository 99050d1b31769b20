/** The pages for visitors who are not signed in: from links in mails, or back from a provider. */
export const VISITOR_PAGES = {
  'console/invitation': 'invitation',
  'portal/invitation': 'invitation',
  'console/password-reset': 'passwordReset',
  'portal/password-reset': 'passwordReset',
  'console/oidc': 'oidcReturn',
  'portal/credential': 'credential',
} as const

/** True if the page of a path is shown to visitors. */
export function isForVisitors(path: string): boolean {
  return Object.hasOwn(VISITOR_PAGES, path.slice(1))
}
