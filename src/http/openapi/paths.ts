import type { RouteName } from '../route.ts'

export function methodOf(name: RouteName): string {
  return (name.split(' ')[0] ?? '').toLowerCase()
}

export function pathOf(name: RouteName): string {
  return name.split(' ')[1] ?? ''
}

/** The groups of paths that do not have the name of their group. */
const SAME_GROUP: Readonly<Record<string, string>> = {
  reversals: 'deposits',
  transactions: 'funds',
  statement: 'funds',
  'master-keys': 'keys',
  customer: 'consumers',
  exports: 'orders',
  'openapi.json': 'documents',
}
const OWNERS = ['partners', 'products']

/** Returns the group of a path: its resource, also if that belongs to a partner or product. */
export function groupOf(path: string): string {
  const parts = path
    .replace(/^\/(v2|api\/partner\/v1|issuer\/v1|admin\/v1|portal\/v1|admin)?\/?/, '')
    .split('/')
  const [owner = '', , owned] = parts
  const group = owned !== undefined && OWNERS.includes(owner) ? owned : owner
  return SAME_GROUP[group] ?? group
}
