import { call, type OperationId } from '../api/client.ts'
import { messages } from '../messages/messages.ts'

const { navigation } = messages
const FOUND_MAX = 5
/** Matches a text that looks like a whole e-mail address. */
const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s]+$/

/** Something that has a name, and the address of its page. */
export interface NamedPage {
  readonly label: string
  readonly kind: string
  readonly href: string
}

export interface Reader {
  can(operation: OperationId): boolean
  readonly signal: AbortSignal
}

/** Finds things by a part of their name, as far as the reader may see them. */
export type Finder = (text: string, reader: Reader) => Promise<NamedPage[]>

/**
 * Finds partners, products, suppliers and users by a part of their names, people by their address,
 * and a link or an order by its id.
 */
export async function findNames(text: string, { can, signal }: Reader): Promise<NamedPage[]> {
  if (/^lnk_\d+$/.test(text) && can('getLink')) {
    return [{ label: text, kind: navigation.link, href: `/console/links/${text}` }]
  }
  if (/^ord_\w+$/.test(text) && can('getOrder')) {
    return [{ label: text, kind: navigation.orders, href: `/console/orders/${text}` }]
  }
  const pageSize = FOUND_MAX
  const results = await Promise.all([
    can('listPartners') ? call('listPartners', { query: { name: text, pageSize }, signal }) : [],
    can('listProducts') ? call('listProducts', { query: { brand: text, pageSize }, signal }) : [],
    can('listSuppliers')
      ? call('listSuppliers', { query: { pageSize: SUPPLIERS_MAX }, signal })
      : [],
    can('listUsers') ? call('listUsers', { query: { email: text, pageSize }, signal }) : [],
    can('trace') && ADDRESS.test(text) ? call('trace', { query: { q: text }, signal }) : undefined,
  ])
  const [partners, products, suppliers, users, trace] = results
  return [
    ...partners.map(({ partnerId, name }) => ({
      label: name,
      kind: navigation.partners,
      href: `/console/partners/${partnerId}`,
    })),
    ...products.map(({ productId, brand }) => ({
      label: `${brand} (${productId})`,
      kind: navigation.catalog,
      href: `/console/catalog/${productId}`,
    })),
    ...suppliers
      .filter(({ supplier }) => hasWords(supplier, text))
      .map(({ supplier }) => ({
        label: supplier,
        kind: navigation.suppliers,
        href: `/console/suppliers/accounts/${supplier}`,
      })),
    ...users.map(({ email, partnerId }) => ({
      label: email,
      kind: navigation.users,
      href: partnerId === null ? '/console/users' : `/console/partners/${partnerId}/users`,
    })),
    // Masked: a reader who knows the address finds the person, but reads no other address.
    ...(trace?.consumers ?? []).map(({ consumerId, name, partnerId }) => ({
      label: `${name} (${consumerId})`,
      kind: messages.consumers.one,
      href: `/console/partners/${partnerId}/wallets?consumerId=${consumerId}`,
    })),
  ]
}

function hasWords(name: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => name.includes(word))
}

/** The most accounts that can exist. */
const SUPPLIERS_MAX = 100
