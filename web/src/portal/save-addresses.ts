import type { Result } from '../api/client.ts'
import { fileName } from '../components/file-name.ts'
import { saveCsv } from '../components/save-file.ts'
import { fileTexts } from '../messages/en-exports.ts'

interface SentLinks {
  readonly links: Result<'sendOwnLinks'>['links']
  /** One entry for each link, in the same order. */
  readonly recipients: readonly Pick<
    Result<'takeOwnDraftLinks'>['links'][number],
    'name' | 'email' | 'reference'
  >[]
}

/** Saves the addresses of links beside their people, as a CSV file. */
export function saveAddresses(sent: SentLinks): void {
  saveAddressRows([addressRows(sent)])
}

/** Returns the lines of the CSV file for these links. */
export function addressRows({ links, recipients }: SentLinks): string {
  const rows = links.map(({ linkId, amount, currency, url }, at) => {
    const { name = '', email = '', reference = '' } = recipients[at] ?? {}
    return [name, email, reference, String(amount), currency, linkId, url].map(cell).join(',')
  })
  return rows.map((row) => `${row}\r\n`).join('')
}

/** Saves lines of `addressRows` as a CSV file. */
export function saveAddressRows(rows: readonly string[]): void {
  const header = 'name,email,reference,amount,currency,linkId,address\r\n'
  const name = fileName({ holds: fileTexts.linkAddresses, at: new Date(), extension: 'csv' })
  saveCsv([header, ...rows].join(''), name)
}

/** Quotes a cell. If a spreadsheet would run it as a formula, an apostrophe goes before it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
