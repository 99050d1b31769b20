/**
 * Movements of a partner's funds and wallets, and statements. Reads transfers, orders, cases and
 * links; writes nothing.
 */
export { readFundsHistory, type FundsHistory } from './funds-history.ts'
export { readFunds, type FundsState } from './funds-state.ts'
export { listDeposits, type ListedDeposit } from './list-deposits.ts'
export { listMovements, type MovementFilter, type MovementPage } from './list-movements.ts'
export { FUNDS_KINDS, type FundsKind, type Movement } from './movement.ts'
export { firstTransferFrom } from './movement-rows.ts'
export { spendingByLabel, type LabelSpending } from './spending-by-label.ts'
export { openStatement, STATEMENT_ACCOUNTS, type KindTotal, type Statement } from './statement.ts'
export { statementPdf, type DocumentHeading } from './statement-document.ts'
export { statementCsv, statementHtml, statementJson } from './statement-formats.ts'
export { listWalletMovements, type WalletKind, type WalletMovement } from './wallet-movements.ts'
