/** Finds the place of a code, and orders by any identifier. Reads other modules; owns no table. */
export { findOrdersOf, type MatchKind, type OrderMatch, transferNamed } from './find-orders.ts'
export {
  caseOfCode,
  type CodeState,
  findCode,
  type FoundCode,
  type FoundItem,
} from './find-code.ts'
