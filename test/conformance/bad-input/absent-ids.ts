import { randomUUID } from 'node:crypto'
import type { PathIdName } from '../../../src/http/path-ids.ts'

/** Well-formed ids that do not exist. */
export const ABSENT: Readonly<
  Record<Exclude<PathIdName, 'file' | 'page' | 'operationId'>, string>
> = {
  alertId: '4503599627370495',
  approvalId: '4503599627370495',
  authorizationId: randomUUID(),
  campaignId: '4503599627370495',
  captureId: randomUUID(),
  caseId: '4503599627370495',
  clientId: randomUUID(),
  consumerId: '4503599627370495',
  customerId: '4503599627370495',
  draftId: 'drf_00000000-0000-4000-8000-000000000000',
  templateId: 'tpl_00000000-0000-4000-8000-000000000000',
  endpointId: 'whe_1_4503599627370495',
  imageId: `${'0'.repeat(64)}.png`,
  importId: randomUUID(),
  invitationId: '4503599627370495',
  linkId: 'lnk_4503599627370495',
  lot: 'autumn',
  masterId: '0123456789abcdef',
  listingId: '1999999999',
  changeId: '1999999999',
  merchantId: '1999999999',
  orderId: 'ord_01M7YH3EJW00004000001',
  partnerId: '1999999',
  passkeyId: randomUUID(),
  productId: '1999999999',
  reconciliationId: '4503599627370495',
  requestId: randomUUID(),
  ruleNo: '4503599627370495',
  sessionId: randomUUID(),
  tokenId: '1999999999',
  transactionId: 'trf_1_450359962737049',
  supplier: 'tillo:nowhere',
  purchaseId: `pur-1-1-1-1-1-${randomUUID()}`,
  userId: '1999999999',
  verificationId: randomUUID(),
  walletId: '4503599627370495',
}
