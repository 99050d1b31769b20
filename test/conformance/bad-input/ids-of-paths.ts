import { randomUUID } from 'node:crypto'
import type { PathIdName } from '../../../src/http/path-ids.ts'
import type { EndpointCase, Endpoint } from './endpoints.ts'
import type { Ids } from './fixture.ts'

/** Returns a value for each id that a path can have. */
export function idsOf(ids: Ids, userId = ids.userId): Readonly<Record<PathIdName, string>> {
  return {
    productId: String(ids.products[0]),
    orderId: ids.openOrderId,
    customerId: String(ids.customerId),
    consumerId: String(ids.consumerId),
    walletId: ids.wallets[0],
    partnerId: String(ids.partnerId),
    clientId: ids.clientId,
    campaignId: ids.campaignId,
    alertId: String(ids.alertId),
    caseId: String(ids.caseId),
    reconciliationId: String(ids.reconciliationId),
    requestId: ids.requestId,
    transactionId: ids.transactionId,
    linkId: ids.linkId,
    listingId: String(ids.listingId),
    changeId: String(ids.changeId),
    merchantId: String(ids.merchantId),
    authorizationId: ids.authorizationId,
    captureId: ids.captureId,
    lot: ids.lot,
    ruleNo: String(ids.ruleNo),
    masterId: ids.masterId,
    imageId: `${'0'.repeat(64)}.png`,
    importId: randomUUID(),
    invitationId: String(ids.invitationId),
    verificationId: randomUUID(),
    supplier: ids.supplier,
    purchaseId: ids.purchaseId,
    page: 'quickstart',
    file: 'index.js',
    operationId: 'createOrder',
    draftId: `drf_${randomUUID()}`,
    templateId: `tpl_${randomUUID()}`,
    endpointId: ids.endpointId,
    userId: String(userId),
    tokenId: String(ids.tokenId),
    sessionId: ids.sessionId,
    passkeyId: randomUUID(),
    approvalId: String(ids.approvalId),
  }
}

/** Adds the path with the ids of `idsOf`, unless the route has a path of its own. */
export function withPaths(endpoints: readonly EndpointCase[]): readonly Endpoint[] {
  return endpoints.map((one) => ({ path: (ids) => targetOf(one.route, ids), ...one }))
}

/** Returns the path of a route with these ids in it. */
export function targetOf(
  route: string,
  own: Ids,
  ids: Partial<Readonly<Record<PathIdName, string>>> = {},
): string {
  const all: Readonly<Record<string, string>> = {
    ...idsOf(own),
    ...(route.includes('/merchants/') && { clientId: own.merchantClientId }),
    ...ids,
  }
  const [, path = ''] = route.split(' ')
  return path.replaceAll(/\{(\w+)\}/g, (_, id: string) => all[id] ?? '')
}
