/**
 * Takes over what the former supplier `upstream` has left: its accounts become accounts of the
 * adapter `tessera`, and its purchases become purchases there. Owns upstreams, upstream_floats and
 * upstream_purchases, and goes with them.
 */
export { FORMER_SUPPLIER } from './former-settings.ts'
export { createFormerSupplier } from './supplier.ts'
export { takeOverAll } from './take-over.ts'
