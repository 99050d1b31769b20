import { dateAt, offsetOf, type PageRequest } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { Partner, PartnerStatus } from './partner.ts'

export interface PartnerRow {
  partner_id: number
  name: string
  status: PartnerStatus
  rate_limit: number | null
  created_at: Date
}

export function insertPartner(name: string, at: number): Statement<PartnerRow> {
  return sql`
    insert into partners (name, created_at) values (${name}, ${dateAt(at)})
    returning partner_id, name, status, rate_limit, created_at`
}

export function countPartners(): Statement<{ total: bigint }> {
  return sql`select count(*) as total from partners`
}

export function pageOfPartners(page: PageRequest): Statement<PartnerRow> {
  return sql`
    select partner_id, name, status, rate_limit, created_at
    from partners
    order by partner_id
    limit ${page.pageSize} offset ${offsetOf(page)}`
}

export function partnerById(partnerId: number): Statement<PartnerRow> {
  return sql`
    select partner_id, name, status, rate_limit, created_at
    from partners where partner_id = ${partnerId}`
}

export function partnerForUpdate(partnerId: number): Statement<PartnerRow> {
  return sql`
    select partner_id, name, status, rate_limit, created_at
    from partners where partner_id = ${partnerId}
    for no key update`
}

export function setPartner({ partnerId, name, status, rateLimit }: Partner): Statement<never> {
  return sql`
    update partners set name = ${name}, status = ${status}, rate_limit = ${rateLimit}
    where partner_id = ${partnerId}`
}
