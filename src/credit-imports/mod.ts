/**
 * Files of credits: checked whole, then credited part by part by workers. Owns credit_imports,
 * credit_import_parts and credit_import_outcomes; the money moves through the ledger's groups.
 */
export { cancelCredits, endFileDraft, startCredits } from './change-import.ts'
export { checkCreditFile, fileReferenceFault, type NewCreditFile } from './check-file.ts'
export {
  CREDIT_IMPORT_STATES,
  noSuchCreditImport,
  type CreditImport,
  type CreditImportKey,
  type CreditTotal,
} from './credit-import.ts'
export { consumerInFiles } from './erase-person.ts'
export {
  creditsLeft,
  findCreditImport,
  listCreditErrors,
  listCreditImports,
  readCreditReport,
} from './read-imports.ts'
export { rejectStalledChecks } from './reject-stalled.ts'
export { followStopped } from './watch-stopped.ts'
export { OLD_CREDIT_IMPORTS } from './old-credit-import-rows.ts'
export { startCreditImports } from './run-imports.ts'
