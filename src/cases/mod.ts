/**
 * Cases: what happens to single items after delivery. A refund, a replacement from stock or a
 * block, each once. Owns the table cases.
 */
export { CASE_KINDS, CASE_STATES, type Case, type CaseKind, type CaseState } from './case.ts'
export { proveCases } from './compare-cases.ts'
export {
  CASE_SORTS,
  doneCasesOfItem,
  findCase,
  findCaseOfTransfer,
  listCases,
  listOrderCases,
} from './list-cases.ts'
export { decideCase, openCase, refundAmount } from './open-case.ts'
