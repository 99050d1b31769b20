const FAULT_LENGTH_MAX = 500
/** Packages in the paths of a stack, such as `node_modules/@x/y.js`, are not addresses. */
const ADDRESS = /[^\s<>@"'()/]+@[^\s<>@"'()/]+/g

/** Returns a text for the database, without the addresses that a mail server repeats. */
export function faultText(text: string): string {
  return withoutAddresses(text).replaceAll('\0', '').slice(0, FAULT_LENGTH_MAX)
}

/** Returns a text for the log without the e-mail addresses in it. */
export function withoutAddresses(text: string): string {
  return text.replaceAll(ADDRESS, '(address)')
}
