import { call } from '../api/client.ts'
import { messages } from '../messages/messages.ts'
import type { NamedPage, Reader } from './find-names.ts'

const { navigation, ofPortal } = messages
const FOUND_MAX = 5

/**
 * Finds things of a partner: people by the beginning of their first or last name or by their
 * address, users and products by a part of their name, orders and links by their references.
 */
export async function findOwnNames(text: string, { can, signal }: Reader): Promise<NamedPage[]> {
  const pageSize = FOUND_MAX
  const isAddress = text.includes('@')
  const [people, users, brands, orders, links] = await Promise.all([
    can('listOwnConsumers')
      ? call('listOwnConsumers', {
          query: { ...(isAddress ? { email: text } : { name: text }), pageSize },
          signal,
        })
      : [],
    can('listOwnUsers') ? call('listOwnUsers', { query: { email: text, pageSize }, signal }) : [],
    findBrands(text, { can, signal }),
    can('listOwnOrders')
      ? call('listOwnOrders', { query: { clientReference: text, pageSize }, signal })
      : [],
    can('listOwnLinks')
      ? call('listOwnLinks', {
          query: { ...(isAddress ? { email: text } : { reference: text }), pageSize },
          signal,
        })
      : [],
  ])
  return [
    ...people.map(({ consumerId, name, email }) => ({
      label: `${name} (${email})`,
      kind: ofPortal.people,
      href: `/portal/people/${consumerId}`,
    })),
    ...brands.map((brand) => ({
      label: brand,
      kind: ofPortal.shop,
      href: `/portal/shop?q=${encodeURIComponent(brand)}`,
    })),
    ...orders.map(({ id, clientReference }) => ({
      label: clientReference,
      kind: navigation.orders,
      href: `/portal/orders/${id}`,
    })),
    ...links.map(({ linkId, name, email, reference }) => ({
      label: name ?? email ?? reference ?? linkId,
      kind: ofPortal.links,
      href: `/portal/links/${linkId}`,
    })),
    ...users.map(({ email }) => ({
      label: email,
      kind: ofPortal.users,
      href: `/portal/users?email=${encodeURIComponent(email)}`,
    })),
  ]
}

/** Returns the brands of the catalog that have the text, in the first currency of the funds. */
async function findBrands(q: string, { can, signal }: Reader): Promise<string[]> {
  if (!can('listOwnProducts') || !can('getOwnFunds')) return []
  const [funds] = await call('getOwnFunds', { signal })
  if (!funds) return []
  const query = { currency: funds.currency, brand: q, pageSize: BRANDS_READ }
  const products = await call('listOwnProducts', { query, signal })
  return [...new Set(products.map(({ brand }) => brand))].slice(0, FOUND_MAX)
}

/** The products to read. They are more than the brands to find, because a brand has several. */
const BRANDS_READ = 20
