import { importReachable } from '../api/connection.ts'
import { messages } from '../messages/messages.ts'
import { ListCsv } from './list-csv.ts'
import { saveFile } from './save-file.ts'

/** What a list can be saved as. */
export const FILE_FORMATS = ['csv', 'xlsx'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const FORMAT_LABELS = {
  csv: messages.list.export,
  xlsx: messages.list.exportXlsx,
} as const satisfies Readonly<Record<FileFormat, string>>

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Readonly<Record<FileFormat, string>>

/** Collects the entries of a file. */
interface ListContent {
  add(entries: readonly object[]): void
  parts(): BlobPart[]
}

/** The workbook, with what compresses it, is loaded for those who want it. */
export async function contentOf(format: FileFormat): Promise<ListContent> {
  if (format === 'csv') return new ListCsv()
  const { ListXlsx } = await importReachable(() => import('./list-xlsx.ts'))
  return new ListXlsx()
}

/** Saves what was collected under the name of the operation that it was read by. */
export function saveList(
  content: ListContent,
  { operation, format }: { readonly operation: string; readonly format: FileFormat },
): void {
  saveFile(new Blob(content.parts(), { type: TYPES[format] }), `${operation}.${format}`)
}
