/** Imports of codes from CSV files into stock. */
export { LOT_LENGTH_MAX } from './begin-import.ts'
export { type ImportResult, importCodes, resumeImport } from './import-codes.ts'
export type { StockedProduct } from './import-line.ts'
export { readReport } from './import-report.ts'
export type { ImportedChunk, ImportSource } from './import-file.ts'
export {
  findImport,
  IMPORT_STATES,
  listImports,
  noSuchImport,
  type StockImport,
} from './list-imports.ts'
export { OLD_IMPORTS } from './import-rows.ts'
