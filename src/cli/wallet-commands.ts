import { Argument, type Command } from 'commander'
import { currency, optionalDecimal, wholeNumber } from './arguments.ts'
import { operateWrite, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { partnerPath } from './partner-commands.ts'
import { record } from './print.ts'

const CONSUMER_COLUMNS = ['consumerId', 'name', 'email', 'wallets', 'createdAt']
const ERASURE_COLUMNS = [
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
]
const CAMPAIGN_COLUMNS = [
  'campaignId',
  'name',
  'currency',
  'budget',
  'credited',
  'endsAt',
  'createdAt',
]
const WALLET_COLUMNS = [
  'walletId',
  'consumerId',
  'currency',
  'balance',
  'walletType',
  'campaignName',
  'status',
  'createdAt',
]

/** Adds the command groups `consumers`, `erasures`, `recipients`, `campaigns`, `wallets`. */
export function addWalletCommands(program: Command, invocation: Invocation): void {
  addConsumers(program, invocation)
  const campaigns = program
    .command('campaigns')
    .description('wallets of one currency, with an optional budget and end')
  const list = campaigns
    .command('list')
    .description('list the campaigns of a partner')
    .argument('<partnerId>')
    .option('--name <text>', 'only those whose name has this part')
    .option('--ended', 'only those whose end has passed')
    .option('--no-ended', 'only those that have not ended')
  operateList<{ name?: string; ended?: boolean }>(list, invocation, {
    path: (id: string) => `${partnerPath(id)}/campaigns`,
    query: ({ name, ended }) => ({ name, ended: ended?.toString() }),
    columns: CAMPAIGN_COLUMNS,
  })
  addCampaignWrites(campaigns, invocation)
  addWallets(program, invocation)
}

function addConsumers(program: Command, invocation: Invocation): void {
  const consumers = program.command('consumers').description('the people whom partners reward')
  const list = consumers
    .command('list')
    .description('list the consumers of a partner, newest first')
    .argument('<partnerId>')
    .option('--email <address>', 'only the one with this address')
    .option('--unmasked', 'show names and addresses, which is recorded in the audit log')
  operateList<{ email?: string; unmasked?: true }>(list, invocation, {
    path: (id: string) => `${partnerPath(id)}/consumers`,
    query: ({ email, unmasked }) => ({ email, unmasked: unmasked && 'true' }),
    columns: CONSUMER_COLUMNS,
  })
  addErasures(program, consumers, invocation)
  addRecipients(program, invocation)
}

function addErasures(program: Command, consumers: Command, invocation: Invocation): void {
  const erase = consumers
    .command('erase')
    .description('erase a consumer whose wallets are empty: name, address, descriptions, mails')
    .argument('<partnerId>')
    .argument('<consumerId>')
    .requiredOption('--reason <text>', 'kept for good, so without names and addresses')
  operateWrite<{ reason: string }>(erase, invocation, {
    request: ({ reason }, id: string, consumerId: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/consumers/${segment(consumerId)}/erasure`,
      body: { reason },
    }),
    view: record,
  })
  const erasures = program.command('erasures').description('personal data that was erased')
  const list = erasures
    .command('list')
    .description('list all erasures, newest first')
    .option('--partner <partnerId>', 'only those of one partner')
  operateList<{ partner?: string }>(list, invocation, {
    path: () => '/erasures',
    query: ({ partner: partnerId }) => ({ partnerId }),
    columns: ERASURE_COLUMNS,
  })
}

function addRecipients(program: Command, invocation: Invocation): void {
  const recipients = program.command('recipients').description('the people whom orders name')
  const erase = recipients
    .command('erase')
    .description("erase a recipient from a partner's final orders, and from the search")
    .argument('<partnerId>')
    .argument('<recipient>', 'a phone number, address or account, as in orders list --recipient')
    .requiredOption('--reason <text>', 'kept for good, so without names and addresses')
  operateWrite<{ reason: string }>(erase, invocation, {
    request: ({ reason }, id: string, recipient: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/recipients/erasure`,
      body: { recipient, reason },
    }),
    view: record,
  })
}

function addCampaignWrites(campaigns: Command, invocation: Invocation): void {
  const create = campaigns
    .command('create')
    .description('open a campaign')
    .argument('<partnerId>')
    .argument('<name>')
    .argument('<currency>', 'ISO 4217 code')
    .option('--budget <amount>', 'the most that its wallets are credited; default: no limit')
    .option('--ends-at <time>', 'such as 2030-01-31T12:00:00Z; no credits after it')
  operateWrite<{ budget?: string; endsAt?: string }>(create, invocation, {
    request: ({ budget, endsAt }, id: string, name: string, code: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/campaigns`,
      body: {
        name,
        currency: currency(code),
        budget: optionalDecimal('--budget', budget),
        endsAt,
      },
    }),
    view: record,
  })
  const openWallet = campaigns
    .command('open-wallet')
    .description("open a consumer's wallet under a campaign")
    .argument('<partnerId>')
    .argument('<campaignId>')
    .argument('<consumerId>')
  operateWrite(openWallet, invocation, {
    request: (_options, id: string, campaignId: string, consumerId: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/campaigns/${segment(campaignId)}/wallets`,
      body: { consumerId: wholeNumber('consumerId', consumerId) },
    }),
    view: record,
  })
}

function addWallets(program: Command, invocation: Invocation): void {
  const wallets = program.command('wallets').description("consumers' wallets")
  const list = wallets
    .command('list')
    .description('list the wallets of a partner with their balances, newest first')
    .argument('<partnerId>')
    .option('--consumer <consumerId>', 'only those of one consumer')
    .option('--campaign <campaignId>', 'only those of one campaign')
  operateList<{ consumer?: string; campaign?: string }>(list, invocation, {
    path: (id: string) => `${partnerPath(id)}/wallets`,
    query: ({ consumer: consumerId, campaign: campaignId }) => ({ consumerId, campaignId }),
    columns: WALLET_COLUMNS,
  })
  addWalletStatus(wallets, invocation)
}

function addWalletStatus(wallets: Command, invocation: Invocation): void {
  const status = wallets
    .command('status')
    .description('freeze, unfreeze or close a wallet')
    .argument('<partnerId>')
    .argument('<walletId>')
    .addArgument(
      new Argument('<status>', 'CLOSED is for good, and for empty wallets').choices([
        'ENABLED',
        'FROZEN',
        'CLOSED',
      ]),
    )
    .requiredOption('--reason <text>', 'recorded in the audit log')
  operateWrite<{ reason: string }>(status, invocation, {
    request: ({ reason }, id: string, walletId: string, next: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/wallets/${segment(walletId)}/status`,
      body: { status: next, reason },
    }),
    view: record,
  })
}
