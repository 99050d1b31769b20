/**
 * Takes over the rows of the former supplier `upstream`: its accounts and purchases become accounts
 * and purchases of the adapter `tessera`. Owns upstreams, upstream_floats and upstream_purchases,
 * and will be removed together with these tables.
 */
export { FORMER_SUPPLIER } from './former-settings.ts'
export { createFormerSupplier } from './supplier.ts'
export { takeOverAll } from './take-over.ts'
