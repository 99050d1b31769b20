/**
 * Documents for people: drawn as PDF by a process of low priority. Independent of their content.
 */
export { partyOf, type LegalIdentity } from './legal-identity.ts'
export { printDocument } from './print-document.ts'
export { groupedAmount, shownInstant } from './printed-text.ts'
export type { Party, PrintedDocument, PrintedTable } from './printed-document.ts'
