const FAULT_LENGTH_MAX = 500
const ADDRESS = /[^\s<>@"']+@[^\s<>@"']+/g

/** Returns a text for the database, without the addresses that a mail server repeats. */
export function faultText(text: string): string {
  return text.replaceAll('\0', '').replaceAll(ADDRESS, '(address)').slice(0, FAULT_LENGTH_MAX)
}
