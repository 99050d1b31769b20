/** Downloads of completed orders: pre-signed links and CSV. Owns no table. */
export { type Card, cardPrefix, CSV_COLUMNS, csvOf, readCardIdentifier } from './csv.ts'
export { linkInvalid, makeLink, openLink, type ExportLink, type LinkClaim } from './links.ts'
