import { Argument, type Command } from 'commander'
import { currency, optionalDecimal, wholeNumber } from './arguments.ts'
import { operate, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { partnerPath } from './partner-commands.ts'
import { record } from './print.ts'

/** Adds the command groups `campaigns` and `wallets`. */
export function addWalletCommands(program: Command, invocation: Invocation): void {
  const campaigns = program
    .command('campaigns')
    .description('wallets of one currency, with an optional budget and end')
  const create = campaigns
    .command('create')
    .description('open a campaign')
    .argument('<partnerId>')
    .argument('<name>')
    .argument('<currency>', 'ISO 4217 code')
    .option('--budget <amount>', 'the most that its wallets are credited; default: no limit')
    .option('--ends-at <time>', 'such as 2030-01-31T12:00:00Z; no credits after it')
  operate<{ budget?: string; endsAt?: string }>(create, invocation, {
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
  operate(openWallet, invocation, {
    request: (_options, id: string, campaignId: string, consumerId: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/campaigns/${segment(campaignId)}/wallets`,
      body: { consumerId: wholeNumber('consumerId', consumerId) },
    }),
    view: record,
  })
  addWalletStatus(program, invocation)
}

function addWalletStatus(program: Command, invocation: Invocation): void {
  const wallets = program.command('wallets').description("consumers' wallets")
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
  operate<{ reason: string }>(status, invocation, {
    request: ({ reason }, id: string, walletId: string, next: string) => ({
      method: 'POST',
      path: `${partnerPath(id)}/wallets/${segment(walletId)}/status`,
      body: { status: next, reason },
    }),
    view: record,
  })
}
