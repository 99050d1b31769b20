/** Exports of completed orders: pre-signed links and the CSV. Owns no table. */
export { cardPrefix, CSV_COLUMNS, csvOf } from './csv.ts'
export { linkInvalid, makeLink, openLink, type ExportLink, type LinkClaim } from './links.ts'
