import type { Actor } from '../audit/mod.ts'
import type { Currency, Metadata, MinorUnits } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { lockDrafts, lockPersonRules, type DraftAct } from '../orders/mod.ts'
import type { ConsumerState } from './state.ts'

interface Credit {
  /** Undefined for a program of the partner. */
  readonly actor?: Actor | undefined
  /** The user who approved the credit. */
  readonly approvedBy?: Actor | undefined
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly metadata?: Metadata | undefined
  /** The draft that asks for the credit. */
  readonly draft?: DraftAct | undefined
}

/**
 * Returns the id of an actor who is a user of a partner, in an array; otherwise undefined. Only
 * credits by such users may need an approval.
 */
export function personOf(actor: Actor | undefined): readonly number[] | undefined {
  return actor?.kind === 'partner_user' ? [Number(actor.id)] : undefined
}

/** True if the operator moves the money of a wallet, not the partner or one of its users. */
export function isByOperator(actor: Actor | undefined): boolean {
  return actor !== undefined && personOf(actor) === undefined
}

/**
 * Refuses a draft that is over, invalid_request for a label of another team, then
 * permission_missing for a credit by one person that needs the approval of another.
 */
export function requireCreditRules({ people, drafts }: ConsumerState, credit: Credit): void {
  const { actor, amount, metadata, draft } = credit
  if (!actor || !personOf(actor)) return
  if (draft) drafts.require(draft)
  people.requireLabel(actor, metadata)
  // An empty wallet needs no approval, however much the person has credited today.
  if (amount > 0n) people.require({ ...credit, actor })
}

/** Counts what a person credits, and ends the draft that asks for it. */
export function countCredit(
  { people, drafts, audits }: ConsumerState,
  credit: Credit,
  at: number,
): void {
  const { actor, draft } = credit
  if (!actor || !personOf(actor)) return
  people.count({ ...credit, actor })
  if (draft) audits.push(...drafts.finish(draft, { at }))
}

interface LabelledTransaction {
  readonly actor?: Actor | undefined
  readonly transactionType: string
  readonly metadata?: Metadata | undefined
}

/** Returns the metadata with its keys in a fixed order. For a credit by a person, adds the team. */
export function labelsOf(
  { people }: ConsumerState,
  { actor, transactionType, metadata }: LabelledTransaction,
): Metadata | undefined {
  const by = transactionType === 'CREDIT' && personOf(actor) ? actor : undefined
  return people.withTeamLabel(by, metadata)
}

/**
 * Returns the metadata of a request, to be compared with a stored transaction. For a credit by a
 * person, adds the team of the stored transaction, unless the request names one.
 */
export function sentWith(
  { metadata }: { readonly metadata: Metadata | undefined },
  input: LabelledTransaction,
): Metadata | undefined {
  const isOfPerson = input.transactionType === 'CREDIT' && personOf(input.actor) !== undefined
  const team = isOfPerson ? metadata?.['team'] : undefined
  return team === undefined ? input.metadata : { team, ...input.metadata }
}

/** The rows that a write reads: wallet transactions by key, and the people whose rules apply. */
interface Needing {
  readonly needs: {
    readonly references?: unknown
    readonly people?: readonly number[] | undefined
    readonly drafts?: readonly DraftAct[] | undefined
  }
  readonly isLimited?: boolean | undefined
}

/**
 * True for wallet transactions that depend on nothing but their wallets. If a person credits, the
 * rules for people must be read, because no cache has them.
 */
export function isCacheable({ needs, isLimited = false }: Needing): boolean {
  const { references, people = [] } = needs
  return references !== undefined && people.length === 0 && !isLimited
}

/** Locks the rules of the partner, today's sums of its users who credit, and the drafts. */
export async function loadCreditRules(
  tx: Tx,
  { partnerId, state, book }: Loading,
  writes: readonly Needing[],
): Promise<void> {
  const userIds = writes.flatMap(({ needs }) => needs.people ?? [])
  if (userIds.length === 0) return
  const acts = writes.flatMap(({ needs }) => needs.drafts ?? [])
  const { now: at, ofTeams: group } = await book
  state.people = await lockPersonRules(tx, { kind: 'credits', partnerId, userIds, at, group })
  state.drafts = await lockDrafts(tx, { partnerId, acts, at })
}

interface Loading {
  readonly partnerId: number
  readonly book: Promise<Book>
  readonly state: ConsumerState
}
