/** Kinds of acts of operators that may need the approval of a second person. */
export const APPROVAL_KINDS = [
  'deposits',
  'reversals',
  'refunds',
  'rates',
  'prices',
  'credentials',
  'limits',
  'credits',
  'links',
  'upstreams',
  'suppliers',
  'lots',
  'keys',
  'roles',
] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

/** The kinds of acts that have an amount. */
export const KINDS_WITH_AMOUNTS = [
  'deposits',
  'reversals',
  'refunds',
  'limits',
  'credits',
  'links',
] as const
