import { recordAudit, type Actor, type ValueOut } from '../audit/mod.ts'
import {
  checkLine,
  invalidField,
  PARTNER_ID_MAX,
  readLanguage,
  REASON_LENGTH_MAX,
  storedCurrency,
  type Clock,
  notFound,
} from '../core/mod.ts'
import { containsWords, equals, list, maybeRow, oneRow, type Db, type Tx } from '../db/mod.ts'
import { openBook, partnerFunds } from '../ledger/mod.ts'
import {
  insertPartner,
  PARTNER_COLUMNS,
  partnerById,
  partnerForUpdate,
  setPartner,
  orderTermsForShare,
  testPartnerOf,
  type PartnerRow,
} from './partner-rows.ts'
import type { Partner, PartnerStatus } from './partner.ts'
import { isSameLegal, readLegal, type PartnerLegal } from './partner-legal.ts'

export interface NewPartner {
  readonly name: string
  readonly actor: Actor
}

/** Absent fields do not change. */
export interface PartnerChange {
  readonly name?: string | undefined
  readonly status?: PartnerStatus | undefined
  readonly rateLimit?: number | null | undefined
  readonly mailLanguage?: string | undefined
  readonly walletSpending?: boolean | undefined
  readonly walletSignIn?: boolean | undefined
  /** Replaces the whole identity; null removes it. */
  readonly legal?: PartnerLegal | null | undefined
  readonly actor: Actor
  readonly reason?: string | undefined
}

export const RATE_LIMIT_MAX = 1_000_000
const NAME_LENGTH_MAX = 200

/**
 * Creates an ACTIVE partner with an empty book and the default rate limit. Not idempotent: two
 * partners may have the same name. Refuses invalid_request for a name that is blank, too long or
 * not storable.
 */
export async function createPartner(tx: Tx, clock: Clock, input: NewPartner): Promise<Partner> {
  const name = readName(input.name)
  const at = clock.now()
  const row = await oneRow(tx, insertPartner(name, { at }))
  return openPartner(tx, row, { actor: input.actor, at })
}

const TEST_SUFFIX = ' (test)'

/**
 * Returns the test partner of a partner; creates it with an empty book if there is none. For a test
 * partner, returns itself. Refuses not_found.
 */
export async function openTestPartner(
  tx: Tx,
  clock: Clock,
  { partnerId, actor }: { readonly partnerId: number; readonly actor: Actor },
): Promise<Partner> {
  const partner = await lockPartner(tx, partnerId)
  if (partner.testOf !== undefined) return partner
  const existing = await maybeRow(tx, testPartnerOf(partnerId))
  if (existing) return toPartner(existing)
  const at = clock.now()
  const name = partner.name.slice(0, NAME_LENGTH_MAX - TEST_SUFFIX.length) + TEST_SUFFIX
  const row = await oneRow(tx, insertPartner(name, { testOf: partnerId, at }))
  return openPartner(tx, row, { actor, at })
}

function readName(text: string): string {
  const name = text.trim()
  checkLine('name', name, NAME_LENGTH_MAX)
  return name
}

async function openPartner(
  tx: Tx,
  row: PartnerRow,
  { actor, at }: { actor: Actor; at: number },
): Promise<Partner> {
  const partner = toPartner(row)
  await openBook(tx, partner.partnerId, at)
  recordAudit(tx, {
    partnerId: partner.partnerId,
    actor,
    action: 'partner.create',
    target: `partner:${partner.partnerId}`,
    valueOut: 'none',
    after: auditable(partner),
    at,
  })
  return partner
}

/** Selects partners. Undefined members select all. */
interface PartnerFilter {
  /** Parts of the name, in any order. */
  readonly name?: string | undefined
  readonly status?: PartnerStatus | undefined
  /** True selects test partners, false all others. */
  readonly isTest?: boolean | undefined
}

/** Returns one page of the partners that a filter selects, oldest first. */
export const listPartners = list({
  from: 'partners',
  columns: PARTNER_COLUMNS,
  where: ({ name, status, isTest }: PartnerFilter) => [
    containsWords('name', name),
    equals('status', status),
    equals('(test_of is not null)', isTest),
  ],
  order: 'partner_id',
  // Ids grow in the order of creation.
  sorts: {
    name: ['lower(name collate "und-x-icu") collate "C"', 'partner_id'],
    partnerId: ['partner_id'],
    createdAt: ['partner_id'],
  },
  to: toPartner,
})

/** Refuses not_found. */
export async function getPartner(db: Db, partnerId: number): Promise<Partner> {
  requireNumber(partnerId)
  return toExisting(await maybeRow(db, partnerById(partnerId)))
}

/** Returns the test partner of a partner, if it has one. */
export async function findTestPartner(db: Db, partnerId: number): Promise<Partner | undefined> {
  const row = await maybeRow(db, testPartnerOf(partnerId))
  return row && toPartner(row)
}

export async function hasPartner(db: Db, partnerId: number): Promise<boolean> {
  return (await maybeRow(db, partnerById(partnerId))) !== undefined
}

/**
 * Changes name, status, rate limit, language, what owners may do with their wallets, or its legal
 * identity, and returns the partner. Writes nothing if nothing changes. Other processes apply a new
 * status or limit within a second.
 *
 * Refuses, in this order:
 *   invalid_request   a name, rate limit, language, identity or reason that cannot be stored
 *   not_found         no such partner
 */
export async function updatePartner(
  tx: Tx,
  clock: Clock,
  partnerId: number,
  change: PartnerChange,
): Promise<Partner> {
  checkChange(change)
  const { mailLanguage } = change
  const before = await lockPartner(tx, partnerId)
  const after: Partner = {
    ...before,
    name: change.name?.trim() ?? before.name,
    status: change.status ?? before.status,
    rateLimit: change.rateLimit === undefined ? before.rateLimit : change.rateLimit,
    mailLanguage:
      mailLanguage === undefined ? before.mailLanguage : readLanguage('mailLanguage', mailLanguage),
    walletSpending: change.walletSpending ?? before.walletSpending,
    walletSignIn: change.walletSignIn ?? before.walletSignIn,
    legal: change.legal === undefined ? before.legal : readLegal(change.legal),
  }
  if (isSame(before, after)) return before
  await tx.rows(setPartner(after))
  const isReactivated = before.status !== 'ACTIVE' && after.status === 'ACTIVE'
  recordAudit(tx, {
    partnerId,
    actor: change.actor,
    action: 'partner.update',
    target: `partner:${partnerId}`,
    valueOut: isReactivated ? await spendableOf(tx, partnerId) : 'none',
    reason: change.reason,
    before: auditable(before),
    after: auditable(after),
    at: clock.now(),
  })
  return after
}

/** Returns the amounts that a partner can spend once it is active again. */
async function spendableOf(tx: Tx, partnerId: number): Promise<ValueOut> {
  const funds = await partnerFunds(tx, partnerId)
  const amounts = funds.map(({ currency, fundsMinor: amountMinor }) => ({
    currency: storedCurrency(currency),
    amountMinor,
  }))
  return { kind: 'limits', amounts }
}

/**
 * Locks the partner and its credentials against changes until `tx` ends. Does not block movements
 * of money, because groups lock the book instead. Refuses not_found.
 */
export async function lockPartner(tx: Tx, partnerId: number): Promise<Partner> {
  requireNumber(partnerId)
  return toExisting(await maybeRow(tx, partnerForUpdate(partnerId)))
}

/** The terms of a partner on which orders of persons depend. */
export interface OrderTerms {
  readonly isSuspended: boolean
  /** The stored rules; undefined if neither the partner nor one of its templates has rules. */
  readonly claimRules: { readonly ofPartner: unknown } | undefined
}

/**
 * Locks the terms against changes until `tx` ends. Waits for a transaction that has locked the
 * partner.
 */
export async function lockOrderTerms(tx: Tx, partnerId: number): Promise<OrderTerms> {
  const row = await oneRow(tx, orderTermsForShare(partnerId))
  const claimRules = row.claims_checked ? { ofPartner: row.claim_rules } : undefined
  return { isSuspended: row.status !== 'ACTIVE', claimRules }
}

function checkChange({ name, rateLimit, mailLanguage, reason }: PartnerChange): void {
  if (name !== undefined) checkLine('name', name.trim(), NAME_LENGTH_MAX)
  if (rateLimit !== undefined && rateLimit !== null) {
    const isValid = Number.isInteger(rateLimit) && rateLimit >= 0 && rateLimit <= RATE_LIMIT_MAX
    if (!isValid)
      throw invalidField('rateLimit', `must be null or a whole number from 0 to ${RATE_LIMIT_MAX}`)
  }
  if (mailLanguage !== undefined) readLanguage('mailLanguage', mailLanguage)
  if (reason !== undefined) checkLine('reason', reason, REASON_LENGTH_MAX)
}

function isSame(one: Partner, other: Partner): boolean {
  return (
    one.name === other.name &&
    one.status === other.status &&
    one.rateLimit === other.rateLimit &&
    one.mailLanguage === other.mailLanguage &&
    one.walletSpending === other.walletSpending &&
    one.walletSignIn === other.walletSignIn &&
    isSameLegal(one.legal, other.legal)
  )
}

function auditable(partner: Partner) {
  const { name, status, rateLimit, mailLanguage, testOf } = partner
  const { walletSpending, walletSignIn, legal } = partner
  return {
    name,
    status,
    rateLimit,
    mailLanguage,
    ...(walletSpending && { walletSpending }),
    ...(walletSignIn && { walletSignIn }),
    ...(legal !== undefined && { legal: { ...legal } }),
    ...(testOf !== undefined && { testOf }),
  }
}

function toExisting(row: PartnerRow | undefined): Partner {
  if (!row) throw notFound('partner')
  return toPartner(row)
}

/** Refuses a number that is too large for the column's type. */
function requireNumber(partnerId: number): void {
  if (partnerId > PARTNER_ID_MAX) throw notFound('partner')
}

function toPartner(row: PartnerRow): Partner {
  return {
    partnerId: row.partner_id,
    name: row.name,
    status: row.status,
    rateLimit: row.rate_limit,
    mailLanguage: row.mail_language,
    walletSpending: row.wallet_spending,
    walletSpendingStopped: row.wallet_spending_stopped,
    walletSignIn: row.wallet_sign_in,
    secondFactorRequired: row.second_factor_required,
    legal: row.legal ?? undefined,
    testOf: row.test_of ?? undefined,
    createdAt: row.created_at.getTime(),
  }
}
