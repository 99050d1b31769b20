import { findWalletsById } from '../../consumers/mod.ts'
import { formatAmount, Refusal, storedCurrency } from '../../core/mod.ts'
import { getPartner, partnerFunds } from '../../partners/mod.ts'
import { afterOf, examine, examineAddition, type WithReason } from './examined.ts'

const partnerChanges = examine<WithReason>('limits', async ({ params, body }, { db }) => {
  const { partnerId, name, status } = await getPartner(db, Number(params['partnerId']))
  const spendable = (await partnerFunds(db, partnerId)).map(({ currency, fundsMinor }) => ({
    currency,
    amount: formatAmount(fundsMinor, storedCurrency(currency)),
  }))
  return {
    before: { name, status },
    after: { name, status, ...(afterOf(body) as object), spendable },
  }
})

const walletStatuses = examine<WithReason>('limits', async ({ params, body }, { db }) => {
  const partnerId = Number(params['partnerId'])
  const walletId = params['walletId'] ?? ''
  const wallets = await findWalletsById(db, walletId)
  const found = wallets.find((one) => one.partnerId === partnerId)
  if (!found) throw new Refusal('not_found', 'no such wallet')
  return {
    before: { walletId, status: found.status },
    after: { walletId, ...(afterOf(body) as object) },
  }
})

export const EXAMINE_PARTNERS = {
  updatePartner: partnerChanges,
  setWalletStatus: walletStatuses,
  openCampaign: examineAddition('limits'),
}
