import { call, type OperationId } from '../api/client.ts'
import { messages } from '../messages/messages.ts'

const { navigation } = messages
const FOUND_MAX = 5

/** Something that has a name, and the address of its page. */
export interface Named {
  readonly label: string
  readonly kind: string
  readonly href: string
}

interface Reader {
  can(operation: OperationId): boolean
  readonly signal: AbortSignal
}

/** Finds partners, products, suppliers and users by a part of their names, and a link by its id. */
export async function findNames(text: string, { can, signal }: Reader): Promise<Named[]> {
  if (/^lnk_\d+$/.test(text) && can('getLink')) {
    return [{ label: text, kind: navigation.link, href: `/console/links/${text}` }]
  }
  const pageSize = FOUND_MAX
  const found = await Promise.all([
    can('listPartners') ? call('listPartners', { query: { name: text, pageSize }, signal }) : [],
    can('listProducts') ? call('listProducts', { query: { brand: text, pageSize }, signal }) : [],
    can('listSuppliers')
      ? call('listSuppliers', { query: { pageSize: SUPPLIERS_MAX }, signal })
      : [],
    can('listUsers') ? call('listUsers', { query: { email: text, pageSize }, signal }) : [],
  ])
  const [partners, products, suppliers, users] = found
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
      .filter(({ supplier }) => supplier.includes(text.toLowerCase()))
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
  ]
}

/** As many accounts as there can be. */
const SUPPLIERS_MAX = 100
