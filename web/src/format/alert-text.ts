/** A part of the message of an alert: plain text, or a value that a page formats. */
export type AlertPart =
  | string
  | { readonly at: string }
  | { readonly orderId: string }
  | { readonly partnerId: number }
  | { readonly productId: number }
  | { readonly status: string }

const PARTS = new RegExp(
  [
    String.raw`(?<at>\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)`,
    String.raw`(?<orderId>\bord_[0-9A-Z]+)`,
    String.raw`\bpartner[ :](?<partnerId>\d+)`,
    String.raw`\bproduct[ :](?<productId>\d+)`,
    String.raw`\b(?<status>PENDING|PROCESSING|ON_HOLD|OUT_OF_STOCK)\b`,
  ].join('|'),
  'g',
)

/** The details of the cause of an alert. */
export interface AlertTexts {
  readonly message: string
  readonly subject: string
  readonly details: unknown
}

/**
 * Splits the message of an alert into its parts, in their order. A message may quote a supplier,
 * whose ids are not ours, so an id stays text unless the subject or the details have it, too.
 */
export function partsOfAlert({ message, subject, details }: AlertTexts): AlertPart[] {
  const ids = new Set([...idsOfSubject(subject), ...idsOfDetails(details)])
  const parts: AlertPart[] = []
  let end = 0
  for (const match of message.matchAll(PARTS)) {
    const part = partOf(match.groups ?? {}, ids)
    if (part === undefined) continue
    parts.push(message.slice(end, match.index), part)
    end = match.index + match[0].length
  }
  parts.push(message.slice(end))
  return parts.filter((part) => part !== '')
}

function partOf(
  { at, orderId, partnerId, productId, status }: Readonly<Record<string, string | undefined>>,
  ids: ReadonlySet<string>,
): AlertPart | undefined {
  if (at !== undefined) return { at }
  if (status !== undefined) return { status }
  if (orderId !== undefined && ids.has(`order:${orderId}`)) return { orderId }
  if (partnerId !== undefined && ids.has(`partner:${partnerId}`)) {
    return { partnerId: Number(partnerId) }
  }
  if (productId !== undefined && ids.has(`product:${productId}`)) {
    return { productId: Number(productId) }
  }
  return undefined
}

function idsOfSubject(subject: string): readonly string[] {
  return subject.match(/\b(?:partner|product):\d+/g) ?? []
}

/** The fields of details that have an id, and the kind of the id. */
const ID_FIELDS: ReadonlyMap<string, string> = new Map([
  ['partnerId', 'partner'],
  ['productId', 'product'],
  ['orderId', 'order'],
  ['order', 'order'],
])

function idsOfDetails(details: unknown): readonly string[] {
  if (typeof details !== 'object' || details === null) return []
  return Object.entries(details).flatMap(([field, id]) => {
    const kind = ID_FIELDS.get(field)
    return kind === undefined ? [] : [`${kind}:${String(id)}`]
  })
}

/**
 * The partner or the product that an alert or an act is about. `further` tells alerts of one kind
 * apart, such as the currency of `partner:6:USD`.
 */
export interface PartnerOrProduct {
  readonly partnerId?: number
  readonly productId?: number
  readonly further: string | undefined
}

/** Returns the partner or product of a subject; undefined if it is neither. */
export function partnerOrProductOf(subject: string): PartnerOrProduct | undefined {
  const match = /^(?:partner:(\d+)|product:(\d+))(?::(.+))?$/.exec(subject)
  if (!match) return undefined
  const [, partnerId, productId, further] = match
  if (partnerId !== undefined) return { partnerId: Number(partnerId), further }
  return { productId: Number(productId), further }
}
