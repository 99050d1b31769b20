/** A part of the message of an alert: plain text, or something that a page can show better. */
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

/** Splits the message of an alert into its parts, in their order. */
export function partsOfAlert(message: string): AlertPart[] {
  const parts: AlertPart[] = []
  let end = 0
  for (const found of message.matchAll(PARTS)) {
    parts.push(message.slice(end, found.index), partOf(found.groups ?? {}) ?? found[0])
    end = found.index + found[0].length
  }
  parts.push(message.slice(end))
  return parts.filter((part) => part !== '')
}

function partOf({
  at,
  orderId,
  partnerId,
  productId,
  status,
}: Readonly<Record<string, string | undefined>>): AlertPart | undefined {
  if (at !== undefined) return { at }
  if (orderId !== undefined) return { orderId }
  if (partnerId !== undefined) return { partnerId: Number(partnerId) }
  if (productId !== undefined) return { productId: Number(productId) }
  return status === undefined ? undefined : { status }
}

/**
 * What an alert is about, if it is a partner or a product. `further` tells its alerts of one kind
 * apart, such as the currency of `partner:6:USD`.
 */
export interface NamedSubject {
  readonly partnerId?: number
  readonly productId?: number
  readonly further: string | undefined
}

/** Returns undefined if an alert is about something that has no name of its own. */
export function namedSubject(subject: string): NamedSubject | undefined {
  const found = /^(?:partner:(\d+)|product:(\d+))(?::(.+))?$/.exec(subject)
  if (!found) return undefined
  const [, partnerId, productId, further] = found
  if (partnerId !== undefined) return { partnerId: Number(partnerId), further }
  return { productId: Number(productId), further }
}
