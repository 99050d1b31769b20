import type { ReactNode } from 'react'
import { importReachable } from '../api/connection.ts'
import { exportTexts } from '../messages/en-exports.ts'
import { messages } from '../messages/messages.ts'
import { fileName } from './file-name.ts'
import { ListCsv } from './list-csv.ts'
import { saveFile } from './save-file.ts'

/** The formats in which a list can be saved. */
export const FILE_FORMATS = ['csv', 'xlsx'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

export const FORMAT_LABELS = {
  csv: messages.list.export,
  xlsx: messages.list.exportXlsx,
} as const satisfies Readonly<Record<FileFormat, string>>

/** The most rows of a file. A workbook has 1,048,576, of which the head is one. */
export const ROWS_MAX = {
  csv: Infinity,
  xlsx: 1_048_575,
} as const satisfies Readonly<Record<FileFormat, number>>

const TYPES = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Readonly<Record<FileFormat, string>>

/** Collects the entries of a file. */
interface ListContent {
  add(entries: readonly object[]): void
  parts(): Promise<BlobPart[]>
}

/** Returns an empty file. The code for workbooks and their compression is loaded on first use. */
export async function contentOf(format: FileFormat): Promise<ListContent> {
  if (format === 'csv') return new ListCsv()
  const { ListXlsx } = await importReachable(() => import('./list-xlsx.ts'))
  return new ListXlsx()
}

/** The operations whose lists can be saved. */
export type ListOperation = keyof typeof exportTexts

export interface ListFile {
  readonly operation: ListOperation
  readonly format: FileFormat
  /** The subjects of the list that are text: the page, and filters by one thing. */
  readonly subjects: readonly ReactNode[]
}

/** Saves the collected entries under a name that says what they are. */
export async function saveList(
  content: ListContent,
  { operation, format, subjects }: ListFile,
): Promise<void> {
  const name = fileName({
    holds: exportTexts[operation],
    subjects: subjects.filter((one) => typeof one === 'string'),
    at: new Date(),
    extension: format,
  })
  saveFile(new Blob(await content.parts(), { type: TYPES[format] }), name)
}
