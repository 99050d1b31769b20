import { convertHalfUp, minorUnits } from '../../core/mod.ts'
import { leftOf, linkId, type Link, type LinkClaim } from '../../links/mod.ts'
import type { Purse } from './view.ts'

/** Returns the purse of a link, which pays the face values of cards. */
export function purseOfLink(
  link: Link,
  { trust, client }: Pick<LinkClaim, 'trust' | 'client'>,
): Purse {
  const { partnerId, currency, products, claims, linkNo, generation } = link
  const id = linkId(link)
  return {
    partnerId,
    currency,
    leftMinor: leftOf(link),
    products,
    claims,
    nonceName: `link-nonce:${id}:${generation}`,
    keyName: `link-claim:${id}`,
    reference: id,
    costOf: (_snapshot, { product, rate }, faceMinor) =>
      convertHalfUp(minorUnits(faceMinor), rate, { from: product.currency, to: currency }),
    payBy: () => ({ claim: { linkNo, generation, trust, client } }),
  }
}
