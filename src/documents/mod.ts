/**
 * Documents that people keep: drawn as PDF by a process that gives way to the one that serves.
 * Knows nothing of what they say.
 */
export { partyOf, type LegalIdentity } from './legal-identity.ts'
export { printDocument } from './print-document.ts'
export { groupedAmount, shownInstant } from './printed-text.ts'
export type { Party, PrintedDocument, PrintedTable } from './printed-document.ts'
