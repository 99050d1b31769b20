import { Type, type Static } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { findWalletsById, transactWallet } from '../../consumers/mod.ts'
import { creditsLeft, startCredits } from '../../credit-imports/mod.ts'
import { Refusal, readAmount, randomUUID } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import {
  draftStateRefusal,
  findDraft,
  formatDraftId,
  makeDraft,
  openDraftRequest,
  sealDraftRequest,
  type Decision,
  type Draft,
  type PersonAct,
} from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { wireSum } from '../bodies/exact-json.ts'
import { NewTransaction } from '../wallets/transaction.ts'
import { created } from '../response.ts'
import { portalRoute, type Route } from '../route.ts'
import { draftLabels } from './draft-labels.ts'
import { draftOf, DraftView } from './draft-shape.ts'

const { transactionType: _credit, ...creditFields } = NewTransaction.properties
const NewCredit = Type.Object(creditFields, { title: 'NewCredit' })

type Credit = Static<typeof NewCredit> & { readonly walletId: string }

const makeOwnCreditDraft = portalRoute('POST /portal/v1/wallets/{walletId}/credit-drafts', {
  permission: 'credits:write',
  operationId: 'makeOwnCreditDraft',
  success: [201],
  refuses: ['wallet_unknown', 'wallet_not_enabled'],
  hasPrivateBody: true,
  summary: 'Asks another person of the partner to approve a credit; holds no money',
  description: 'The request is stored sealed until the draft is decided, then it is deleted.',
  body: NewCredit,
  response: Type.Object({ data: DraftView.schema }),
  async handle({ partnerId, actor, params: { walletId }, body }, context) {
    const { db, vault, clock, catalog } = context
    const wallets = await findWalletsById(db, walletId)
    const wallet = wallets.find((one) => one.partnerId === partnerId)
    if (!wallet) throw new Refusal('wallet_unknown', 'no such wallet')
    if (wallet.status !== 'ENABLED') {
      throw new Refusal('wallet_not_enabled', `the wallet is ${wallet.status}`)
    }
    const { currency } = wallet
    const { metadata: sent, ...fields } = body
    const place = { partnerId, draftId: randomUUID() }
    const at = clock.now()
    const draft = {
      ...place,
      kind: 'CREDIT',
      clientReference: body.referenceId,
      currency,
      chargedMinor: readAmount('amount', body.amount, { currency }),
      itemCount: 1,
      actor,
      at,
      portalUrl: context.baseUrl(),
    } as const
    const waiting = await transact(db, async (tx) => {
      const labels = await draftLabels(tx, draft, sent)
      const credit: Credit = { ...fields, walletId, ...(labels && { metadata: labels }) }
      const sealed = sealDraftRequest(vault, place, credit)
      vault.requireKeys(tx, [sealed])
      return await makeDraft(tx, { ...draft, sealed })
    })
    return created({ data: draftOf(await catalog.current(), waiting) })
  },
})

/** Returns the credits of a draft; undefined once it is decided. */
export async function creditsOf({ db, vault }: Context, draft: Draft) {
  const { partnerId, draftId: importId, kind, state, currency, chargedMinor } = draft
  if (state !== 'WAITING' && state !== 'APPROVED') return undefined
  if (kind === 'CREDIT_FILE') {
    const left = await creditsLeft(db, { partnerId, importId })
    return left.map((sum) => ({
      currency: sum.currency.code,
      amount: wireSum(sum.amountMinor, sum.currency),
      credits: sum.rows,
    }))
  }
  const credit = kind === 'CREDIT' ? ((await openDraftRequest(vault, draft)) as Credit) : undefined
  if (!credit) return undefined
  const { walletId, description, metadata } = credit
  const amount = wireSum(chargedMinor, currency)
  return [{ currency: currency.code, amount, credits: 1, walletId, description, metadata }]
}

/** Makes the credit of a draft once, in the name of its maker. */
export async function creditDraft(
  { vault, ledger }: Context,
  draft: Draft,
  { maker, act }: { readonly maker: Omit<Actor, 'permission'>; readonly act: PersonAct },
): Promise<void> {
  const credit = (await openDraftRequest(vault, draft)) as Credit | undefined
  if (!credit) throw new Refusal('state_conflict', 'the draft was decided already')
  await transactWallet(ledger, draft.partnerId, {
    ...credit,
    transactionType: 'CREDIT',
    actor: { ...maker, permission: 'credits:write' },
    approvedBy: act.by,
    draft: act,
  })
}

/** Starts the file of a draft. Refuses as `startCredits` does. */
export async function startFile(
  context: Context,
  draft: Draft,
  { actor, reason }: Pick<Decision, 'actor' | 'reason'>,
): Promise<Draft> {
  const { partnerId, draftId: importId } = draft
  if (draft.state !== 'WAITING') throw draftStateRefusal(draft)
  const approval = { reason, portalUrl: context.baseUrl() }
  await startCredits(context, { partnerId, importId }, actor, approval)
  const name = { partnerId, id: formatDraftId(importId), at: context.clock.now() }
  return await findDraft(context.db, name)
}

export const ownCreditDraftRoutes: readonly Route[] = [makeOwnCreditDraft]
