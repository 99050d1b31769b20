import { group } from './invocation.ts'
import { operation } from './operation.ts'

const ERASURE_REASON = 'stored for good: give no names or addresses'

export const CONSUMERS = group('the people whom partners reward', {
  list: operation('listConsumers', {
    about: 'list the consumers of a partner, newest first',
    columns: ['consumerId', 'name', 'email', 'wallets', 'createdAt'],
  }),
  erase: operation('eraseConsumer', {
    about: 'erase a consumer whose wallets are empty: name, address, texts, mails',
    fields: { reason: ERASURE_REASON },
  }),
})

export const ERASURES = group('personal data that was erased', {
  list: operation('listErasures', {
    about: 'list all erasures, newest first',
    columns: [
      'erasedAt',
      'kind',
      'partnerId',
      'consumerId',
      'wallets',
      'descriptions',
      'mails',
      'lines',
      'reason',
      'actor',
    ],
  }),
})

export const RECIPIENTS = group('the people whom orders name', {
  erase: operation('eraseRecipient', {
    about: "erase a recipient from a partner's final orders, and from the search",
    args: ['recipient'],
    fields: {
      recipient: 'a phone number, address or account, as in orders list --recipient',
      reason: ERASURE_REASON,
    },
  }),
})

export const CAMPAIGNS = group('wallets of one currency, with an optional budget and end', {
  list: operation('listCampaigns', {
    about: 'list the campaigns of a partner',
    fields: {
      ended: {
        help: 'only those whose end has passed',
        helpOfNo: 'only those that have not ended',
      },
    },
    columns: ['campaignId', 'name', 'currency', 'budget', 'credited', 'endsAt', 'createdAt'],
  }),
  create: operation('openCampaign', { about: 'open a campaign', args: ['name', 'currency'] }),
  'open-wallet': operation('openCampaignWallet', {
    about: "open a consumer's wallet under a campaign",
    args: ['consumerId'],
  }),
})

export const WALLETS = group("consumers' wallets", {
  list: operation('listWallets', {
    about: 'list the wallets of a partner with their balances, newest first',
    columns: [
      'walletId',
      'consumerId',
      'currency',
      'balance',
      'walletType',
      'campaignName',
      'status',
      'createdAt',
    ],
  }),
  status: operation('setWalletStatus', {
    about: 'freeze, unfreeze or close a wallet',
    args: ['status'],
    fields: { status: 'CLOSED is final, and requires an empty wallet' },
  }),
  debit: operation('debitWallet', {
    about: "debit a wallet into the partner's funds, to correct a credit",
    args: ['amount'],
    fields: {
      referenceId: { flags: '--reference <id>', help: 'the idempotency key of the debit' },
      reason: 'the partner reads it',
    },
  }),
})
