/** The port of suppliers, and those that need no table: generator and sandbox. */
export { type DatedCode, goodsOfDated } from './dated-code.ts'
export {
  type BatchKeyRow,
  keyOf,
  keyTable,
  keyText,
  type LeasedKey,
  ownLease,
  requestTable,
} from './batch-keys.ts'
export { decodeCodes, encodeCodes, rangeOfBlock } from './code-block.ts'
export { checkCode, checkReceipt, CodeFault } from './code-rules.ts'
export { createGenerator } from './generator.ts'
export {
  type BatchKey,
  type Code,
  type Goods,
  type IssueOutcome,
  type IssueRequest,
  type Offer,
  type OfferQuestion,
  type Settings,
  type SettingsFault,
  type Supplier,
  type SupplierOffer,
  type Texts,
} from './port.ts'
export { spellOwnCode } from './own-code.ts'
export { SupplierRegistry } from './registry.ts'
export { createSandbox, SANDBOX_OUTCOMES, TEST_ACCOUNT, type SandboxOutcome } from './sandbox.ts'
