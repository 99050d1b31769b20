import type { FastifyRequest } from 'fastify'
import {
  INTEGER_MAX,
  PARTNER_ID_MAX,
  Refusal,
  type FieldRefusalKind,
  type RefusalKind,
} from '../core/mod.ts'
import type { JsonSchema } from './openapi/json-schema.ts'
import { pathOf } from './request-target.ts'

/** Letters, digits and -._~, percent-encoded without need. */
const ENCODED_UNRESERVED = /%(?:2[DE]|3\d|4[1-9A-F]|5[0-9AF]|6[1-9A-F]|7[0-9AE])/i

/** How an id in a path is spelled. The OpenAPI documents have the schema that checks it. */
interface IdType {
  readonly schema: JsonSchema
  /** True for the one valid spelling of an id of this type, whether or not the id exists. */
  isSpelled(text: string): boolean
}

const WHOLE = /^[1-9]\d{0,15}$/

function whole(maximum = Number.MAX_SAFE_INTEGER): IdType {
  return {
    schema: { type: 'integer', minimum: 1, maximum },
    isSpelled: (text) => WHOLE.test(text) && Number(text) <= maximum,
  }
}

function idTypeOf(pattern: string, more: JsonSchema = {}): IdType {
  const regex = new RegExp(pattern, 'u')
  const schema = { type: 'string', ...more, pattern }
  return { schema, isSpelled: (text) => regex.test(text) }
}

const HEX = '[0-9a-f]'
const UUID_PATTERN = `${HEX}{8}-${HEX}{4}-${HEX}{4}-${HEX}{4}-${HEX}{12}`
const UUID = idTypeOf(`^${UUID_PATTERN}$`, { format: 'uuid' })
const COUNTED = '[1-9]\\d{0,6}_[1-9]\\d{0,15}'
/** A name as an id: one line of text. */
const NAME = idTypeOf('^[^\\p{Cc}\\p{Cs}]{1,255}$')

interface PathId extends IdType {
  readonly description: string
  /** Refuses an id that names nothing. */
  absent(): Refusal
}

function id(
  type: IdType,
  description: string,
  absent: string,
  kind: Exclude<RefusalKind, FieldRefusalKind> = 'not_found',
): PathId {
  return { ...type, description, absent: () => new Refusal(kind, absent) }
}

/** Every id that a path can have. A route with another one does not compile. */
export const PATH_IDS = {
  alertId: id(whole(), 'The id of an alert', 'no such alert'),
  approvalId: id(whole(), 'The id of an approval', 'no such approval'),
  authorizationId: id(UUID, 'The id of an authorization', 'no such authorization'),
  campaignId: id(idTypeOf('^[1-9]\\d{0,15}$'), 'The id of a campaign', 'no such campaign'),
  captureId: id(UUID, 'The id of a capture', 'no such capture'),
  caseId: id(whole(), 'The id of a case', 'no such case'),
  clientId: id(UUID, 'The client id of a credential', 'no such credential'),
  consumerId: id(whole(), 'The id of a consumer', 'no such consumer', 'consumer_unknown'),
  customerId: id(whole(), 'The id of a consumer', 'no such consumer', 'consumer_unknown'),
  draftId: id(idTypeOf(`^drf_${UUID_PATTERN}$`), 'The id of a draft', 'no such draft'),
  endpointId: id(
    idTypeOf(`^whe_${COUNTED}$`),
    'The id of a webhook endpoint, such as whe_2_7',
    'no such webhook endpoint',
  ),
  file: id(NAME, 'The name of a file', 'no such file'),
  imageId: id(
    idTypeOf(`^${HEX}{64}\\.(png|jpg|webp)$`),
    'The id of an image: the SHA-256 of its bytes, and the ending of its format',
    'no such image',
  ),
  importId: id(UUID, 'The id of an import', 'no such import'),

  invitationId: id(whole(), 'The id of an invitation', 'no such invitation'),
  linkId: id(
    idTypeOf('^lnk_[1-9]\\d{0,15}$'),
    'The id of a link, such as lnk_8589934597',
    'no such link',
  ),
  lot: id(NAME, 'The name of a lot', 'no such lot'),
  masterId: id(idTypeOf(`^${HEX}{16}$`), 'The fingerprint of a master key', 'no such master key'),
  listingId: id(whole(INTEGER_MAX), 'The id of a listing of a supplier', 'no such listing'),
  changeId: id(
    whole(Number.MAX_SAFE_INTEGER),
    'The id of a change of price',
    'no such change of price',
  ),
  merchantId: id(whole(INTEGER_MAX), 'The id of a merchant', 'no such merchant'),
  operationId: id(NAME, 'The id of an operation', 'no such page: /docs lists them'),
  orderId: id(
    idTypeOf('^ord_[0-9A-HJKMNP-TV-Z]{21}([0-9A-HJKMNP-TV-Z]{2})?$'),
    'The id of an order, such as ord_01M86VEXW60000C000001',
    'no such order',
  ),
  page: id(NAME, 'The name of a page', 'no such page: /docs lists them'),
  partnerId: id(whole(PARTNER_ID_MAX), 'The id of a partner', 'no such partner'),
  passkeyId: id(UUID, 'The id of a passkey', 'no such passkey'),
  productId: id(whole(INTEGER_MAX), 'The id of a product', 'no such product'),
  purchaseId: id(
    idTypeOf(`^pur(-[1-9]\\d{0,15}){5}-${UUID_PATTERN}$`),
    'The id of a purchase at a supplier',
    'no such purchase',
  ),
  reconciliationId: id(whole(), 'The id of a reconciliation', 'no such reconciliation'),
  requestId: id(
    idTypeOf('^[\\w.:-]{1,64}$'),
    'The x-request-id of a response',
    'no such request, or it is no longer in the log',
  ),
  ruleNo: id(whole(), 'The number of a price rule', 'no such price rule'),
  sessionId: id(UUID, 'The id of a session', 'no such session'),
  supplier: id(
    idTypeOf('^[a-z]{1,30}:[a-z0-9][a-z0-9-]{0,49}$'),
    'Our account at a supplier, such as reloadly:main',
    'no such supplier account',
  ),
  templateId: id(idTypeOf(`^tpl_${UUID_PATTERN}$`), 'The id of a template', 'no such template'),
  tokenId: id(whole(INTEGER_MAX), 'The id of a token', 'no such token'),
  transactionId: id(
    idTypeOf(`^trf_${COUNTED}$`),
    'The id of a transaction, such as trf_2_117',
    'no such mail',
  ),
  userId: id(whole(INTEGER_MAX), 'The id of a user', 'no such user'),
  verificationId: id(UUID, 'The id of a verification', 'no such verification'),
  walletId: id(whole(), 'The id of a wallet', 'no such wallet', 'wallet_unknown'),
} as const satisfies Readonly<Record<string, PathId>>

export type PathIdName = keyof typeof PATH_IDS

/** The refusal of a route for an unknown id, if it differs from the table. */
export type AbsentIds = Readonly<Partial<Record<PathIdName, () => Refusal>>>

/** An id in the path of one route. */
export interface PlacedId {
  readonly name: PathIdName
  /** Which segment of the path it is. */
  readonly segment: number
  isSpelled(text: string): boolean
  absent(): Refusal
}

/** Returns the ids in the path of a route, in their order. Throws for one that has no type. */
export function idsOfPath(route: string, absent: AbsentIds = {}): readonly PlacedId[] {
  return route.split('/').flatMap((part, segment) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return []
    if (!isPathIdName(name)) throw new Error(`${route}: the id ${name} has no type`)
    const { isSpelled, absent: absentOfAll } = PATH_IDS[name]
    return [{ name, segment, isSpelled, absent: absent[name] ?? absentOfAll }]
  })
}

function isPathIdName(name: string): name is PathIdName {
  return Object.hasOwn(PATH_IDS, name)
}

/**
 * Refuses an id that is spelled otherwise than by us, in the same way as an unknown id. So no
 * handler meets two spellings of one id.
 */
export function requireSpelledIds(ids: readonly PlacedId[], request: FastifyRequest): void {
  if (ids.length === 0) return
  const params = request.params as Readonly<Record<string, string>>
  for (const { name, isSpelled, absent } of ids) {
    if (!isSpelled(params[name] ?? '')) throw absent()
  }
  // Only ids that are names can be valid with characters that a path must encode.
  if (!request.url.includes('%')) return
  const segments = pathOf(request.url).split('/')
  for (const { segment, absent } of ids) {
    if (ENCODED_UNRESERVED.test(segments[segment] ?? '')) throw absent()
  }
}
