import type { Act, Answer, ActOf } from './acts.ts'
import { decide, openCase } from './cases.ts'
import { endLink, releaseLink, replaceLink, reviewLink, send } from './link.ts'
import * as orders from './orders.ts'
import { fund, setCreditLimit, setSpendLimit, suspend, type OraclePartner } from './partner.ts'
import { quote } from './prices.ts'
import { doFile, doRows } from './rows.ts'
import * as wallets from './wallets.ts'

export type PartnerAct = Extract<Act, { partner: number }>

/** The results of the acts of a partner, its people, or the operator for it. */
export const RULES: {
  readonly [Name in PartnerAct['act']]: (partner: OraclePartner, act: ActOf<Name>) => Answer
} = {
  deposit: fund,
  reverse: fund,
  'credit limit': setCreditLimit,
  'spend limit': setSpendLimit,
  quote,
  place: orders.place,
  lease: orders.lease,
  answer: orders.answer,
  resume: orders.resume,
  cancel: orders.cancel,
  case: openCase,
  decide,
  consumer: wallets.createConsumer,
  credit: wallets.transact,
  debit: wallets.transact,
  bulk: doRows,
  file: doFile,
  status: wallets.setStatus,
  spend: orders.spendWallet,
  campaign: wallets.openCampaign,
  'campaign wallet': wallets.openCampaignWallet,
  send,
  claim: orders.claim,
  'end link': endLink,
  'replace link': replaceLink,
  'review link': reviewLink,
  'release link': releaseLink,
  suspend,
}
