import { isoTime, notFound } from '../../core/mod.ts'
import {
  getUser,
  requireResettable,
  type Delivery,
  getServiceToken,
  requireTakeable,
} from '../../identity/mod.ts'
import { getMerchant } from '../../issuer/mod.ts'
import { getPartner, listCredentials, type Credential } from '../../partners/mod.ts'
import { jsonOf } from '../admin-v1/audit-catalog.ts'
import type { Context } from '../context.ts'
import { deliveryOf } from '../users/link-delivery.ts'
import {
  afterOf,
  examine,
  examineAddition,
  type ActRequest,
  type WithReason,
} from './examination.ts'

const newCredentials = examine<WithReason>(async ({ params, body }, { db }) => {
  await getPartner(db, Number(params['partnerId']))
  return { before: null, after: afterOf(body) }
})

const credentialChanges = examine<WithReason>(async (request, context) => ({
  before: shownCredential(await credentialOf(request, context)),
  after: afterOf(request.body),
}))

const credentialRotations = examine<WithReason>(async (request, context) => ({
  before: shownCredential(await credentialOf(request, context)),
  after: afterOf(request.body, { replaced: true }),
}))

/** Credentials of merchants, who redeem our own codes. */
const merchantCredentials = examine<WithReason>(async ({ params, body }, { db }) => {
  const { name } = await getMerchant(db, Number(params['merchantId']))
  return { before: { name }, after: afterOf(body, { name }) }
})

const merchantChanges = examine<WithReason>(async ({ params, body }, { db }) => {
  const { name, status } = await getMerchant(db, Number(params['merchantId']))
  return { before: { name, status }, after: afterOf(body, { name }) }
})

async function credentialOf({ params }: ActRequest, { db, clock }: Context): Promise<Credential> {
  const clientId = params['clientId']
  const all = await listCredentials(db, clock, Number(params['partnerId']))
  const found = all.find((one) => one.clientId === clientId)
  if (!found) throw notFound('credential')
  return found
}

function shownCredential(credential: Credential) {
  const { clientId, label, permissions, state, expiresAt } = credential
  const { requiresSignatureV2: requireSignatureV2, allowedAddresses } = credential
  return jsonOf({
    clientId,
    label,
    permissions,
    state,
    requireSignatureV2,
    allowedAddresses,
    expiresAt: expiresAt === undefined ? undefined : isoTime(expiresAt),
  })
}

const rotations = examine<WithReason>(async ({ body }, { vault }) => ({
  before: { masterKeys: jsonOf(await vault.control.listMasterKeys()) },
  after: afterOf(body, { rotated: true }),
}))

const retirements = examine<WithReason>(async ({ params }, { vault }) => {
  const keys = await vault.control.listMasterKeys()
  const found = keys.find(({ masterId }) => masterId === params['masterId'])
  if (!found) throw notFound('master key')
  return { before: jsonOf(found), after: jsonOf({ ...found, wraps: 0 }) }
})

const userChanges = examine<WithReason>(async ({ params, body }, { db }) => {
  const user = await getUser(db, Number(params['userId']))
  const before = { email: user.email, role: user.role, status: user.status }
  return { before, after: afterOf(body, { ...before }) }
})

interface PasswordResetBody extends WithReason {
  readonly delivery?: Delivery
}

const passwordResets = examine<PasswordResetBody>(async ({ params, body }, context) => {
  const delivery = deliveryOf(context, body.delivery)
  const user = await getUser(context.db, Number(params['userId']))
  requireResettable(context, user)
  const before = { email: user.email, role: user.role }
  return { before, after: { ...before, newPassword: true, delivery } }
})

const takeovers = examine<WithReason>(async ({ params }, { db, clock }) => {
  const token = await getServiceToken(db, Number(params['tokenId']), clock.now())
  requireTakeable(token)
  const { name, role, state, issuedBy = null } = token
  return { before: { name, role, state, issuedBy }, after: { name, role, takenOver: true } }
})

export const EXAMINE_ACCESS = {
  issueCredential: newCredentials,
  updateCredential: credentialChanges,
  rotateCredential: credentialRotations,
  updateMerchant: merchantChanges,
  issueMerchantCredential: merchantCredentials,
  rotateMerchantCredential: merchantCredentials,
  rotateKeys: rotations,
  retireMasterKey: retirements,
  inviteUser: examineAddition,
  updateUser: userChanges,
  resetPassword: passwordResets,
  createServiceToken: examineAddition,
  takeOverServiceToken: takeovers,
}
