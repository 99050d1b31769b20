import type { Actor } from '../audit/mod.ts'
import type { Currency, Metadata, MinorUnits } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { lockPersonRules } from '../orders/mod.ts'
import type { ConsumerState } from './state.ts'

interface Credit {
  /** Undefined for a program of the partner. */
  readonly actor?: Actor | undefined
  /** The user who approved the credit. */
  readonly approvedBy?: Actor | undefined
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly metadata?: Metadata | undefined
}

/** Returns who credits, if it is a user of a partner: only their credits may need an approval. */
export function personOf(actor: Actor | undefined): readonly number[] | undefined {
  return actor?.kind === 'partner_user' ? [Number(actor.id)] : undefined
}

/** True if the operator moves the money of a wallet, not the partner or one of its users. */
export function isByOperator(actor: Actor | undefined): boolean {
  return actor !== undefined && personOf(actor) === undefined
}

/**
 * Refuses invalid_request for a label of another team, then permission_missing for a credit by one
 * person that needs the approval of another.
 */
export function requireCreditRules({ people }: ConsumerState, credit: Credit): void {
  const { actor, amount, metadata } = credit
  if (!actor || !personOf(actor)) return
  people.requireLabel(actor, metadata)
  // Opening an empty wallet lets out nothing, however much the person has credited today.
  if (amount > 0n) people.require({ ...credit, actor })
}

/** Counts what a person credits. */
export function countCredit({ people }: ConsumerState, credit: Credit): void {
  const { actor } = credit
  if (!actor || !personOf(actor)) return
  people.count({ ...credit, actor })
}

interface Labelled {
  readonly actor?: Actor | undefined
  readonly transactionType: string
  readonly metadata?: Metadata | undefined
}

/** Returns the metadata with its keys in one order. For a credit by a person, adds the team. */
export function labelsOf(
  { people }: ConsumerState,
  { actor, transactionType, metadata }: Labelled,
): Metadata | undefined {
  const by = transactionType === 'CREDIT' && personOf(actor) ? actor : undefined
  return people.labelled(by, metadata)
}

/**
 * Returns the metadata of a request. For a credit by a person, adds the team that was written with
 * it, unless the request names one.
 */
export function sentWith(
  { metadata }: { readonly metadata: Metadata | undefined },
  input: Labelled,
): Metadata | undefined {
  const isOfPerson = input.transactionType === 'CREDIT' && personOf(input.actor) !== undefined
  const team = isOfPerson ? metadata?.['team'] : undefined
  return team === undefined ? input.metadata : { team, ...input.metadata }
}

/** What a write needs, of which the references are those of wallet transactions. */
interface Needing {
  readonly needs: { readonly references?: unknown; readonly people?: readonly number[] | undefined }
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

/** Locks the rules of the partner, and the sums of the day of its people who credit. */
export async function loadCreditRules(
  tx: Tx,
  { partnerId, state, book }: Loading,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const group = await book
  const people = {
    kind: 'credits',
    partnerId,
    userIds,
    at: group.now,
    group: group.ofTeams,
  } as const
  state.people = await lockPersonRules(tx, people)
}

interface Loading {
  readonly partnerId: number
  readonly book: Promise<Book>
  readonly state: ConsumerState
}
