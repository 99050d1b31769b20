interface FileNameParts {
  /** The contents of the file. */
  readonly holds: string
  /** The subjects of the file, such as an order. */
  readonly subjects?: readonly (string | undefined)[]
  /** When its content was read, unless that does not matter or its subjects say it. */
  readonly at?: Date
  readonly extension: string
}

/** Returns the name of a file, such as `orders-Acme-Rewards-2026-11-30.csv`. */
export function fileName({ holds, subjects = [], at, extension }: FileNameParts): string {
  const words = [holds, ...subjects].filter((word) => word !== undefined && word !== '').join('-')
  const name = words.replaceAll(NOT_IN_NAMES, '-').slice(0, LENGTH_MAX).replace(/-$/, '')
  return `${name}${at === undefined ? '' : `-${dayOf(at)}`}.${extension}`
}

/** Returns the day of the reader, as on a calendar. */
function dayOf(at: Date): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(twoDigits).join('-')
}

/** Some systems refuse other characters in names of files. */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N}._]+/gu
const LENGTH_MAX = 100

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
