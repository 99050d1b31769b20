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
export async function readLinkFile(text: string, currency: string): Promise<LinkFile> {
  const records = readCsv(text)
  const { value: header } = await records.next()
  if (!header) return onlyFault(texts.unreadable)
  const { record: columns } = header
  const unknown = columns.find((name) => !KNOWN.includes(name))
  if (unknown !== undefined) return onlyFault(texts.unknownColumn(unknown))
  if (!columns.includes('amount')) return onlyFault(linkTexts.file.noHeader)
  const recipients: Recipient[] = []
  const numbers: number[] = []
  const faults: FileFault[] = []
  for await (const record of records) {
    if (!record) return onlyFault(texts.unreadable)
    if (numbers.length === LINES_MAX) return onlyFault(texts.tooMany(count(LINES_MAX)))
    const { line } = record
    const values = valuesOf(columns, record.record)
    if (!isAmount(values['amount'] ?? '', currency)) {
      faults.push({ line, message: linkTexts.file.noAmount })
    }
    recipients.push(recipientOf(values))
    numbers.push(line)
  }
  if (numbers.length === 0) return onlyFault(texts.noLines)
  return { recipients, numbers, faults }
}

function recipientOf(values: Readonly<Record<string, string>>): Recipient {
  const entries = TEXTS.flatMap((name) => (values[name] ? [[name, values[name]] as const] : []))
  return { amount: Number(values['amount']), ...Object.fromEntries(entries) }
}

function onlyFault(message: string): LinkFile {
  return { recipients: [], numbers: [], faults: [{ line: undefined, message }] }
}
