/**
 * Reconciliations: the file of a bank or supplier, compared with deposits or purchases. Owns
 * reconciliations and reconciliation_items.
 */
export { DECIMAL_MARKS } from './bank-file.ts'
export { ITEM_STATUSES, type ItemStatus, type ReconciledItem } from './compare.ts'
export {
  findReconciliation,
  listReconciledItems,
  listReconciliations,
} from './list-reconciliations.ts'
export { reconcile, type Against, type ReconcileInput } from './reconcile.ts'
export { RECONCILIATION_KINDS, type Reconciliation } from './reconciliation.ts'
