import type { Permission } from '../partners/mod.ts'
import type { PartnerConnection } from './connection.ts'
import { identityHint, secretHint, secretVariants } from './credential-hints.ts'
import { right, SILENCE_MS_MAX, wrong, type Finding } from './doctor-finding.ts'
import { UsageFailure } from './failure.ts'
import { fieldOf, textOf } from './json.ts'
import { sendSigned, type SignedReply, type SignedRequest } from './signed-request.ts'
import { printable } from './terminal.ts'

export interface CredentialQuestion {
  readonly connection: PartnerConnection
  readonly clockOffsetMs: number
  /** True if the partner's own program sends the second signature. */
  readonly hasSecondSignature: boolean
  /** The permissions that the partner needs. */
  readonly needed: readonly Permission[]
}

type Probe = Pick<SignedRequest, 'method' | 'target' | 'body'>

const RATE_LIMITED = 429

const BALANCES: Probe = { method: 'GET', target: '/v2/accounts/balances' }

/** For each permission a request that changes nothing: the writes have an invalid body. */
const PROBES: Readonly<Record<Permission, Probe>> = {
  'balance:read': BALANCES,
  'catalog:read': { method: 'GET', target: '/v2/products?currency=USD&pageSize=1' },
  'orders:read': { method: 'GET', target: '/v2/orders?pageSize=1' },
  'orders:write': { method: 'POST', target: '/v2/quotes', body: {} },
  'drafts:write': { method: 'POST', target: '/v2/drafts', body: {} },
  'codes:read': { method: 'GET', target: '/v2/orders/none/items' },
  'consumers:read': { method: 'GET', target: '/api/partner/v1/customer?size=1' },
  'consumers:write': { method: 'POST', target: '/api/partner/v1/customer', body: {} },
  'links:read': { method: 'GET', target: '/v2/links?pageSize=1' },
  'links:write': { method: 'POST', target: '/v2/links', body: {} },
  'wallets:sessions': { method: 'POST', target: '/v2/wallet-sessions', body: {} },
  'wallets:write': { method: 'POST', target: '/api/partner/v1/wallets/1/transactions', body: {} },
}

const ALL_PERMISSIONS = Object.keys(PROBES) as Permission[]

/** Returns the permissions of a list with commas; without a list, all permissions. */
export function readPermissions(text: string | undefined): readonly Permission[] {
  if (text === undefined) return ALL_PERMISSIONS
  return text.split(',').map((name) => {
    const permission = ALL_PERMISSIONS.find((one) => one === name)
    if (permission) return permission
    throw new UsageFailure(`--needs must name some of ${ALL_PERMISSIONS.join(',')}, not "${name}"`)
  })
}

/** Checks the credential, the signature and the permissions, and stops at the first failure. */
export async function checkCredential(question: CredentialQuestion): Promise<Finding[]> {
  const first = await ask(question, { ...BALANCES, hasSecondSignature: false })
  if (first.status === RATE_LIMITED) return [limited(first, question)]
  const isRequired = first.status === 401 && first.fields.includes('x-signature-v2')
  if (first.status === 401 && !isRequired) return [await explainRefusal(question, first)]
  if (!isPassed(first) && !isRequired) return [unexpected(first)]
  const name = textOf(fieldOf(first.body, 'name'))
  const findings = [
    right('credential', `client id and API key are right${name === undefined ? '' : ` (${name})`}`),
  ]
  const signature = await checkSignature(question, isRequired)
  if (!signature.isRight) return [...findings, signature]
  return [...findings, signature, await checkPermissions(question)]
}

function ask(
  { connection, clockOffsetMs, hasSecondSignature }: CredentialQuestion,
  request: Probe & Partial<SignedRequest>,
): Promise<SignedReply> {
  return sendSigned(connection, {
    hasSecondSignature,
    clockOffsetMs,
    silenceMsMax: SILENCE_MS_MAX,
    ...request,
  })
}

/** True if the signature was accepted. */
function isPassed({ status, code }: SignedReply): boolean {
  return status < 300 || (status === 403 && code === 'AUTHORIZATION_ERROR')
}

async function checkSignature(question: CredentialQuestion, isRequired: boolean): Promise<Finding> {
  if (!question.hasSecondSignature) {
    if (!isRequired) return right('signature', 'the secret is right')
    const remedy = 'send x-nonce and x-signature-v2 too, and check with --second-signature'
    return wrong('signature', `this credential requires the second signature: ${remedy}`)
  }
  const reply = await ask(question, BALANCES)
  if (isPassed(reply)) return right('signature', 'the secret is right, for both signatures')
  const remedy = 'ask whether a proxy in front of the service rewrites paths'
  return wrong('signature', `the second signature is refused, the first is right: ${remedy}`)
}

/**
 * Finds out why a signature was refused. The response does not say which of client id, API key and
 * signature is wrong. But it names a wrong body hash only if client id and API key are right.
 */
async function explainRefusal(question: CredentialQuestion, first: SignedReply): Promise<Finding> {
  const { signer } = question.connection
  const identity = identityHint(signer)
  const operator = operatorSees(first)
  const wrongHash = { 'x-body-hash': 'A'.repeat(43) + '=' }
  const probe = await ask(question, { ...BALANCES, headers: wrongHash, hasSecondSignature: false })
  if (probe.status === RATE_LIMITED) return limited(probe, question)
  if (!probe.fields.includes('x-body-hash')) {
    const hint = identity ?? 'compare both with what you were given'
    const says = 'client id and API key are not those of one credential of this service'
    return wrong('credential', `${says}: ${hint}. ${operator}`)
  }
  const wrongSecret = { 'x-signature': 'A'.repeat(43) + '=' }
  const other = await ask(question, {
    ...BALANCES,
    headers: wrongSecret,
    hasSecondSignature: false,
  })
  if (other.status === RATE_LIMITED) return limited(other, question)
  if (other.message !== first.message) {
    const says = printable(first.message)
    return wrong('credential', `${says}: ask the operator for one that is active. ${operator}`)
  }
  return wrong('signature', `the secret is wrong: ${await secretRemedy(question)}. ${operator}`)
}

async function secretRemedy(question: CredentialQuestion): Promise<string> {
  const { signer } = question.connection
  for (const { secret, says } of secretVariants(signer.hmacSecret)) {
    const connection = { ...question.connection, signer: { ...signer, hmacSecret: secret } }
    const reply = await ask({ ...question, connection }, { ...BALANCES, hasSecondSignature: false })
    if (isPassed(reply)) return says
  }
  const other = 'set TESSERA_HMAC_SECRET to the secret that was shown with this client id'
  return secretHint(signer.hmacSecret) ?? other
}

async function checkPermissions(question: CredentialQuestion): Promise<Finding> {
  const missing: Permission[] = []
  let last: SignedReply | undefined
  for (const permission of ALL_PERMISSIONS) {
    const reply = await ask(question, PROBES[permission])
    if (reply.code !== 'AUTHORIZATION_ERROR') continue
    missing.push(permission)
    last = reply
  }
  // A credential has at least one permission: if all probes fail, there is another reason.
  if (last && missing.length === ALL_PERMISSIONS.length) {
    const remedy = 'ask the operator to allow this address'
    return wrong('credential', `${printable(last.message)}: ${remedy}. ${operatorSees(last)}`)
  }
  const lacking = question.needed.filter((permission) => missing.includes(permission))
  if (lacking.length === 0) return right('permissions', question.needed.join(', '))
  const remedy =
    'ask the operator for a credential that has them, or say what you need with --needs'
  return wrong('permissions', `the credential lacks ${lacking.join(', ')}: ${remedy}`)
}

/**
 * Names a mistake in the shape of client id or API key, which takes no request to find. Without
 * one, says when to try again.
 */
function limited({ headers }: SignedReply, { connection }: CredentialQuestion): Finding {
  const seconds = headers['retry-after'] ?? '1'
  const says = `too many requests, or refused ones: try again in ${seconds} s`
  return wrong('credential', identityHint(connection.signer) ?? says)
}

function unexpected(reply: SignedReply): Finding {
  const response = printable(`${reply.status} ${reply.message}`.trim())
  return wrong('service', `it responds with ${response}: try again. ${operatorSees(reply)}`)
}

function operatorSees({ requestId }: SignedReply): string {
  return `The operator sees what failed, by this request id: ${printable(requestId)}`
}
