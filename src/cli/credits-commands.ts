import { IMPORT_CREDITS } from './credits-import-command.ts'
import { group } from './invocation.ts'
import { download, operation } from './operation.ts'

export const CREDITS = group('files of credits to wallets', {
  import: IMPORT_CREDITS,
  list: operation('listCreditImports', {
    about: "list a partner's files, newest first",
    columns: [
      'importId',
      'fileReference',
      'state',
      'rows',
      'errorCount',
      'credited',
      'repeated',
      'refused',
      'createdAt',
    ],
  }),
  show: operation('getCreditImport', { about: 'show one file: progress, sums, funds, errors' }),
  start: operation('startCredits', { about: 'credit a file that was checked or stopped' }),
  cancel: operation('cancelCredits', { about: 'stop crediting a file; credits already made stay' }),
  report: download('creditReport', {
    about: 'print the outcome of each row, or the errors, as CSV',
  }),
})
