import type { Act, Answer, Asked } from './acts.ts'
import type { Batch, OracleOrder } from './order.ts'
import type { OraclePartner } from './partner.ts'
import { doFile, doRows } from './rows.ts'

type ActOf = Extract<Act, { partner: number }>

/** The results of the acts of a partner, its people, or the operator for it. */
const RULES: {
  readonly [Name in ActOf['act']]: (of: OraclePartner, act: Asked<Name>) => Answer
} = {
  deposit: ({ money }, act) => money.fund(act),
  reverse: ({ money }, act) => money.fund(act),
  'credit limit': ({ money }, act) => money.setCreditLimit(act),
  'spend limit': ({ money, now }, act) => money.setSpendLimit(act, now),
  quote: ({ quotes }, act) => quotes.quote(act),
  place: (of, act) => of.place(act),
  lease: (of, act) => of.lease(...batchOf(of, act.at)),
  answer: (of, act) => of.answer(...batchOf(of, act.at), act.outcome),
  resume: (of, act) => of.resume(orderOf(of, act.at)),
  cancel: (of, act) => of.cancel(orderOf(of, act.at)),
  case: ({ cases }, act) => cases.open(act),
  decide: ({ cases }, act) => cases.decide(act),
  consumer: ({ wallets }, act) => wallets.create(act),
  credit: ({ wallets }, act) => wallets.transact(act),
  debit: ({ wallets }, act) => wallets.transact(act),
  bulk: ({ rows }, act) => doRows(act, rows),
  file: ({ rows }, act) => doFile(act, rows),
  status: ({ wallets }, act) => wallets.setStatus(act),
  spend: (of, act) => of.spend(act),
  campaign: ({ wallets }, act) => wallets.openCampaign(act),
  'campaign wallet': ({ wallets }, act) => wallets.openCampaignWallet(act),
  send: ({ links }, act) => links.send(act),
  claim: (of, act) => of.claim(act),
  'end link': ({ links, now }, act) => links.at(act.link).end(act, now),
  'replace link': ({ links }, act) => links.at(act.link).replace(),
}

export function doAs(of: OraclePartner, act: ActOf): Answer {
  const rule = RULES[act.act] as (of: OraclePartner, act: ActOf) => Answer
  return rule(of, act)
}

function orderOf({ orders }: OraclePartner, at: number): OracleOrder {
  const found = orders[at]
  if (!found) throw new Error(`no order ${at}`)
  return found
}

function batchOf(of: OraclePartner, at: number): [OracleOrder, Batch] {
  const order = orderOf(of, Math.floor(at / 100))
  const batch = order.batches[at % 100]
  if (!batch) throw new Error(`no batch ${at}`)
  return [order, batch]
}
