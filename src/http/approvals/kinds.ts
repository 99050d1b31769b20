import type { ApprovalKind } from '../../core/mod.ts'

/**
 * Every write of operators by its operation id, and the kind of act that it is for
 * TESSERA_APPROVALS. `none` is done at once whatever the setting says. What stops something
 * (revoke, disable, quarantine, recall) is none of them: nobody should wait to stop a loss.
 */
const KINDS = {
  resolveAlert: 'none',
  approveAct: 'none',
  rejectAct: 'none',
  cancelAct: 'none',
  acceptCase: 'refunds',
  rejectCase: 'none',
  findCode: 'none',
  importFxRates: 'rates',
  putFxRates: 'rates',
  putFxSpread: 'rates',
  inviteUser: 'roles',
  rotateKeys: 'keys',
  startVerification: 'none',
  previewMailTemplate: 'none',
  removeMailTemplate: 'none',
  putMailTemplate: 'none',
  resendMail: 'none',
  retireMasterKey: 'keys',
  // It returns what the order holds; nothing was delivered.
  cancelOrder: 'none',
  openCase: 'refunds',
  retryOrder: 'none',
  createPartner: 'none',
  updatePartner: 'none',
  openCampaign: 'none',
  openCampaignWallet: 'none',
  eraseConsumer: 'none',
  issueCredential: 'credentials',
  updateCredential: 'credentials',
  revokeCredential: 'none',
  rotateCredential: 'credentials',
  putCreditLimit: 'limits',
  createDeposit: 'deposits',
  removeMailSuppression: 'none',
  eraseRecipient: 'none',
  createReversal: 'reversals',
  putSpendLimit: 'limits',
  setWalletStatus: 'none',
  createWebhookEndpoint: 'none',
  updateWebhookEndpoint: 'none',
  removeWebhookEndpoint: 'none',
  replayWebhookEvents: 'none',
  rotateWebhookSecret: 'none',
  testWebhookEndpoint: 'none',
  createPriceRule: 'prices',
  endPriceRule: 'prices',
  createProduct: 'suppliers',
  updateProduct: 'suppliers',
  changeStock: 'none',
  importCodes: 'none',
  createLotCost: 'none',
  quarantineLot: 'none',
  recallLot: 'none',
  releaseLot: 'lots',
  reconcileDeposits: 'none',
  reconcilePurchases: 'none',
  changeStockDefaults: 'none',
  createServiceToken: 'roles',
  revokeServiceToken: 'none',
  createUpstream: 'upstreams',
  updateUpstream: 'upstreams',
  closePurchase: 'none',
  revokeUserSessions: 'none',
  // The password is still needed, and whoever lost a phone should not wait.
  resetSecondFactors: 'none',
  // Whoever has the link acts as the user.
  resetPassword: 'roles',
  // The provider still says who has the address.
  unlinkIdentities: 'none',
  updateUser: 'roles',
} as const satisfies Readonly<Record<string, ApprovalKind | 'none'>>

type Kinds = typeof KINDS

/** The id of a write that may need an approval. */
export type ApprovedOperation = {
  [Id in keyof Kinds]: Kinds[Id] extends 'none' ? never : Id
}[keyof Kinds]

/** Returns the kind of act of a route; undefined if it never needs an approval. */
export function approvalKindOf({ access, operation }: Named): ApprovalKind | undefined {
  if (access.to !== 'operator') return undefined
  const kinds: Readonly<Record<string, ApprovalKind | 'none'>> = KINDS
  const { operationId } = operation
  const kind = Object.hasOwn(kinds, operationId) ? kinds[operationId] : undefined
  return kind === 'none' ? undefined : kind
}

interface Named {
  readonly access: { readonly to: string }
  readonly operation: { readonly operationId: string }
}

/** Throws if a write of operators has no row in this table. */
export function requireRow(name: string, operationId: string): void {
  if (name.startsWith('GET ') || Object.hasOwn(KINDS, operationId)) return
  throw new Error(`${operationId} is not in the table of src/http/approvals/kinds.ts`)
}
