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
export function saveAddresses({ links, recipients }: SentLinks): void {
  const rows = links.map(({ linkId, amount, currency, url }, at) => {
    const { name = '', email = '', reference = '' } = recipients[at] ?? {}
    return [name, email, reference, String(amount), currency, linkId, url].map(cell).join(',')
  })
  const text = ['name,email,reference,amount,currency,linkId,address', ...rows].join('\r\n')
  const name = fileName({ holds: fileTexts.linkAddresses, at: new Date(), extension: 'csv' })
  saveCsv(`${text}\r\n`, name)
}

/** Quotes a cell. If a spreadsheet would run it as a formula, an apostrophe goes before it. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
