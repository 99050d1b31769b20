import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { PartnerLegal } from './partner-legal.ts'
import type { Partner, PartnerStatus } from './partner.ts'

export interface PartnerRow {
  partner_id: number
  name: string
  status: PartnerStatus
  rate_limit: number | null
  mail_language: string
  wallet_spending: boolean
  wallet_spending_stopped: boolean
  wallet_sign_in: boolean
  second_factor_required: boolean
  legal: PartnerLegal | null
  test_of: number | null
  created_at: Date
}

export const PARTNER_COLUMNS = sql.raw(
  'partner_id, name, status, rate_limit, mail_language, wallet_spending, ' +
    'wallet_spending_stopped, wallet_sign_in, second_factor_required, legal, test_of, created_at',
)

export function insertPartner(
  name: string,
  { testOf, at }: { testOf?: number; at: number },
): Statement<PartnerRow> {
  return sql`
    insert into partners (name, test_of, created_at)
    values (${name}, ${testOf ?? null}, ${dateAt(at)})
    returning ${PARTNER_COLUMNS}`
}

export function testPartnerOf(partnerId: number): Statement<PartnerRow> {
  return sql`select ${PARTNER_COLUMNS} from partners where test_of = ${partnerId}`
}

/**
 * Returns the condition that a column names no test partner, whom reports and alerts about all
 * partners leave out. Looks each row up, because an anti-join would compare it with all test
 * partners.
 */
export function isOfLivePartner(
  column: 'a.partner_id' | 'o.partner_id' | 't.partner_id' | 'books.partner_id',
) {
  return sql<never>`(
    select test_of from partners p where p.partner_id = ${sql.raw(column)}) is null`
}

export function partnerById(partnerId: number): Statement<PartnerRow> {
  return sql`
    select ${PARTNER_COLUMNS}
    from partners where partner_id = ${partnerId}`
}

export function partnerForUpdate(partnerId: number): Statement<PartnerRow> {
  return sql`
    select ${PARTNER_COLUMNS}
    from partners where partner_id = ${partnerId}
    for no key update`
}

interface OrderTermsRow extends Pick<PartnerRow, 'status'> {
  readonly claims_checked: boolean
  readonly claim_rules: unknown
}

/** Returns the terms, locked: no change of them commits before the transaction ends. */
export function orderTermsForShare(partnerId: number): Statement<OrderTermsRow> {
  return sql`
    select status, claims_checked, claim_rules
    from partners where partner_id = ${partnerId} for share`
}

export function claimRulesOf(partnerId: number): Statement<Pick<OrderTermsRow, 'claim_rules'>> {
  return sql`select claim_rules from partners where partner_id = ${partnerId}`
}

export function setClaimRules(partnerId: number, rules: object | undefined): Statement<never> {
  return sql`
    update partners set claim_rules = ${rules === undefined ? null : JSON.stringify(rules)}::jsonb
    where partner_id = ${partnerId}`
}

/** Records whether claims are checked: by rules of the partner or of a template. */
export function setClaimsChecked(
  partnerId: number,
  byTemplates: boolean,
): Statement<Pick<OrderTermsRow, 'claims_checked'>> {
  return sql`
    update partners set claims_checked = ${byTemplates} or claim_rules is not null
    where partner_id = ${partnerId}
    returning claims_checked`
}

export function setPartner({
  partnerId,
  name,
  status,
  rateLimit,
  mailLanguage,
  walletSpending,
  walletSignIn,
  legal,
}: Partner): Statement<never> {
  return sql`
    update partners
    set name = ${name}, status = ${status}, rate_limit = ${rateLimit},
        mail_language = ${mailLanguage}, wallet_spending = ${walletSpending},
        wallet_sign_in = ${walletSignIn},
        legal = ${legal === undefined ? null : JSON.stringify(legal)}::jsonb
    where partner_id = ${partnerId}`
}

export function setWalletSettings({
  partnerId,
  walletSpendingStopped,
  walletSignIn,
}: Pick<Partner, 'partnerId' | 'walletSpendingStopped' | 'walletSignIn'>): Statement<never> {
  return sql`
    update partners
    set wallet_spending_stopped = ${walletSpendingStopped}, wallet_sign_in = ${walletSignIn}
    where partner_id = ${partnerId}`
}

export function setSecondFactorRequired(partnerId: number, isRequired: boolean): Statement<never> {
  return sql`
    update partners set second_factor_required = ${isRequired} where partner_id = ${partnerId}`
}
