import { tokenOf, type Link } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { SentLinkView } from '../shapes/link-shape.ts'

/** Returns a link as it was sent, whatever has become of it. */
export function asSent(link: Link): Link {
  const money = { chosenMinor: 0n, heldMinor: 0n, claimedMinor: 0n, returnedMinor: 0n }
  return { ...link, ...money, ended: undefined, generation: 1 }
}

export function sentOf({ vault }: Pick<Context, 'vault'>, base: string, link: Link) {
  return SentLinkView.body({ ...link, url: `${base}/c/${tokenOf(vault, link)}` })
}
