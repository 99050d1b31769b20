import { UsageFailure } from './failure.ts'

const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\u0020-\u007E]*)$/

/** Collects the values of `--header`, which may be given several times. */
export function collectHeader(header: string, headers: readonly string[]): readonly string[] {
  return [...headers, header]
}

/** Returns the name, in lower case, and the value of a header. */
export function readHeader(text: string): [name: string, value: string] {
  const [, name, value] = HEADER.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name.toLowerCase(), value]
  throw new UsageFailure(`--header must be "name: value", not "${text}"`)
}
