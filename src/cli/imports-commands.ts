import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { OperatorConnection } from './connection.ts'
import { group } from './invocation.ts'
import { downloadAsOperator } from './operator-api.ts'
import { download, operation } from './operation.ts'
import { requestOf } from './operation-table.ts'

export const IMPORTS = group('imports of codes, finished and running', {
  list: operation('listImports', {
    about: "list a product's imports, newest first",
    columns: [
      'importId',
      'lot',
      'dryRun',
      'state',
      'imported',
      'duplicates',
      'rejectedCount',
      'bytesRead',
      'bytesTotal',
      'startedAt',
    ],
  }),
  show: operation('getImport', { about: 'show one import and its progress' }),
  report: download('importReport', {
    about: 'print every line that stored no new code, with the reason, as CSV',
  }),
})

/** Writes the report of an import to a file. */
export async function saveReport(
  connection: OperatorConnection,
  path: { readonly productId: string; readonly importId: string },
  file: string,
): Promise<void> {
  const report = await downloadAsOperator(connection, requestOf('importReport', { path }))
  await pipeline(report, createWriteStream(file))
}
