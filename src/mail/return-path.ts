/**
 * The header with the token of a mail. Reports of Amazon SES contain the headers of the mail, but
 * not its return path.
 */
export const TOKEN_HEADER = 'X-Tessera-Mail'

const PREFIX = 'bounce+'

/** Returns the return path of a mail: servers send reports to it. Each mail has its own (VERP). */
export function returnPathOf(token: string, domain: string): string {
  return `${PREFIX}${token}@${domain}`
}

/** Returns the token in a return path. Checks neither the token nor the domain. */
export function tokenOfReturnPath(address: string): string | undefined {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  return local.startsWith(PREFIX) ? local.slice(PREFIX.length) : undefined
}
