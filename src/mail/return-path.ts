/** The header that names a mail to Amazon SES, which returns the headers of what it reports. */
export const TOKEN_HEADER = 'X-Tessera-Mail'

const PREFIX = 'bounce+'

/** Returns the address that reports about a mail are sent to. Each mail has its own (VERP). */
export function returnPathOf(token: string, domain: string): string {
  return `${PREFIX}${token}@${domain}`
}

/** Returns the token in a return path. Checks neither the token nor the domain. */
export function tokenOfReturnPath(address: string): string | undefined {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  return local.startsWith(PREFIX) ? local.slice(PREFIX.length) : undefined
}
