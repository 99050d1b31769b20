/** The port of suppliers, and those that need no table: generator and sandbox. */
export { keyOf, keyTable, keyText, type LeasedKey } from './batch-keys.ts'
export { decodeCodes, encodeCodes, rangeOfBlock } from './code-block.ts'
export { checkCode, checkReceipt, CodeFault } from './code-rules.ts'
export { createGenerator } from './generator.ts'
export {
  accountOfSettings,
  type BatchKey,
  type Code,
  type Goods,
  type IssueOutcome,
  type IssueRequest,
  type Supplier,
  type SupplierName,
  SUPPLIERS,
} from './port.ts'
export { createSandbox, SANDBOX_OUTCOMES } from './sandbox.ts'
