import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { PARTNER_STATUSES, type Partner } from '../../partners/mod.ts'

/** A partner as the operator sees it. */
export const PartnerShape = Type.Object({
  partnerId: Type.Integer(),
  name: Type.String(),
  status: Type.Enum([...PARTNER_STATUSES]),
  rateLimit: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
  createdAt: Type.String(),
})

export function partnerOf({ partnerId, name, status, rateLimit, createdAt }: Partner) {
  return { partnerId, name, status, rateLimit, createdAt: isoTime(createdAt) }
}
