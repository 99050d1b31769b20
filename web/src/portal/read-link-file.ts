import type { Input } from '../api/client.ts'
import { count } from '../format/format.ts'
import { linkTexts } from '../messages/en-links.ts'
import { cartTexts } from '../messages/en-shop.ts'
import { isAmount, readCsv, valuesOf, type FileFault } from './read-csv.ts'

const texts = cartTexts.file

type NewLinks = NonNullable<Input<'sendOwnLinks'>['body']>
export type Recipient = NewLinks['recipients'][number]

export interface LinkFile {
  readonly recipients: readonly Recipient[]
  /** The line of the file, for each entry of `recipients`. */
  readonly numbers: readonly number[]
  readonly faults: readonly FileFault[]
}

const LINES_MAX = 100_000
const TEXTS = ['name', 'email', 'phone', 'reference', 'locale'] as const
const KNOWN: readonly string[] = ['amount', ...TEXTS]

/** Reads a file of the people who get a link each, with amounts in a currency. */
export function readLinkFile(text: string, currency: string): LinkFile {
  const [header, ...lines] = readCsv(text) ?? []
  if (!header) return onlyFault(texts.unreadable)
  const { record: columns } = header
  const unknown = columns.find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) return onlyFault(texts.unknownColumn(unknown))
  if (!columns.includes('amount')) return onlyFault(linkTexts.file.noHeader)
  if (lines.length === 0) return onlyFault(texts.noLines)
  if (lines.length > LINES_MAX) return onlyFault(texts.tooMany(count(LINES_MAX)))
  const rows = lines.map(({ record, line }) => ({ values: valuesOf(columns, record), line }))
  return {
    recipients: rows.map(({ values }) => recipientOf(values)),
    numbers: rows.map(({ line }) => line),
    faults: rows.flatMap(({ values, line }) =>
      isAmount(values['amount'] ?? '', currency) ? [] : { line, message: linkTexts.file.noAmount },
    ),
  }
}

function recipientOf(values: Readonly<Record<string, string>>): Recipient {
  const entries = TEXTS.flatMap((name) => (values[name] ? [[name, values[name]] as const] : []))
  return { amount: Number(values['amount']), ...Object.fromEntries(entries) }
}

function onlyFault(message: string): LinkFile {
  return { recipients: [], numbers: [], faults: [{ line: undefined, message }] }
}
