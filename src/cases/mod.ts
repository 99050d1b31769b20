/**
 * Cases: acts on single items after delivery. An item has at most one refund, one replacement from
 * stock and one block. Owns the table cases.
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
