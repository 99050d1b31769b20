import { findWalletsById } from '../../consumers/mod.ts'
import {
  formatAmount,
  insufficientWallet,
  minorUnits,
  Refusal,
  storedCurrency,
  readAmount,
  notFound,
} from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { getPartner, partnerFunds } from '../../partners/mod.ts'
import type { NewDebitBody } from '../admin-v1/wallets.ts'
import { afterOf, examine, examineAddition, type WithReason } from './examination.ts'

const partnerChanges = examine<WithReason>(async ({ params, body }, { db }) => {
  const { partnerId, name, status } = await getPartner(db, Number(params['partnerId']))
  const spendable = (await partnerFunds(db, partnerId)).map(({ currency, fundsMinor }) => ({
    currency,
    amount: formatAmount(fundsMinor, storedCurrency(currency)),
  }))
  return {
    before: { name, status },
    after: afterOf(body, { name, status, spendable }),
  }
})

const walletStatuses = examine<WithReason>(async ({ params, body }, { db }) => {
  const { walletId, status } = await walletOf(db, params)
  return {
    before: { walletId, status },
    after: afterOf(body, { walletId }),
  }
})

const walletDebits = examine<NewDebitBody>(async ({ params, body }, { db }) => {
  const { walletId, status, currency, balanceMinor } = await walletOf(db, params)
  const { referenceId } = body
  const amountMinor = readAmount('amount', body.amount, { currency })
  if (status !== 'ENABLED') throw new Refusal('wallet_not_enabled', `the wallet is ${status}`)
  if (balanceMinor < amountMinor) {
    const lack = { field: 'amount', availableMinor: balanceMinor, requiredMinor: amountMinor }
    throw insufficientWallet({ ...lack, currency })
  }
  const balanceOf = (minor: bigint) => ({
    walletId,
    currency: currency.code,
    balance: formatAmount(minorUnits(minor), currency),
  })
  const amount = formatAmount(amountMinor, currency)
  return {
    before: balanceOf(balanceMinor),
    after: { ...balanceOf(balanceMinor - amountMinor), amount, referenceId },
    isMoving: true,
  }
})

async function walletOf(db: Db, params: Readonly<Record<string, string>>) {
  const partnerId = Number(params['partnerId'])
  const wallets = await findWalletsById(db, params['walletId'] ?? '')
  const found = wallets.find((one) => one.partnerId === partnerId)
  if (!found) throw notFound('wallet')
  return found
}

export const EXAMINE_PARTNERS = {
  updatePartner: partnerChanges,
  setWalletStatus: walletStatuses,
  debitWallet: walletDebits,
  openCampaign: examineAddition,
}
