import { Refusal } from '../../core/mod.ts'
import type { Delivery } from '../../identity/mod.ts'
import type { Context } from '../context.ts'

/** The meanings of the values of `delivery`. */
export const DELIVERY = {
  mail: 'a mail to the address',
  link: 'the response has the link, and the requester passes it on',
} satisfies Record<Delivery, string>

/**
 * Returns how a link is delivered: as requested, or else by mail if the service has a mail server.
 * Refuses state_conflict for mail without a mail server.
 */
export function deliveryOf(
  { config }: Pick<Context, 'config'>,
  requestedDelivery?: Delivery,
): Delivery {
  const hasMails = config.smtpUrl !== undefined
  const delivery = requestedDelivery ?? (hasMails ? 'mail' : 'link')
  if (delivery === 'link' || hasMails) return delivery
  throw new Refusal('state_conflict', 'the service has no mail server')
}

/**
 * Returns a function that makes links to a page, for a user of this partner or, without one, of the
 * operator. The token stands after `#`, so that no server and no log sees it.
 */
export function linksTo(
  page: 'invitation' | 'password-reset',
  { baseUrl, operatorUrl }: Pick<Context, 'baseUrl' | 'operatorUrl'>,
) {
  return (token: string, partnerId: number | undefined): string => {
    const base = partnerId === undefined ? `${operatorUrl()}/console` : `${baseUrl()}/portal`
    return `${base}/${page}#${token}`
  }
}
