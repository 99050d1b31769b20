import { Help, type Command } from 'commander'
import { addApprovalCommands } from './approval-commands.ts'
import { addAlertCommands } from './alert-commands.ts'
import { addArchiveCommands } from './archive-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addCatalogCommands } from './catalog-commands.ts'
import { addImportCommand } from './import-command.ts'
import { addImportsCommands } from './imports-commands.ts'
import type { Processes, ServiceInvocation } from './invocation.ts'
import { addKeyCommands } from './key-commands.ts'
import { addLedgerCommands } from './ledger-commands.ts'
import { addAuditCommands } from './audit-commands.ts'
import { addLotCommands } from './lot-commands.ts'
import { addOrderCommands, addTraceCommand } from './order-commands.ts'
import { addCaseCommands } from './case-commands.ts'
import { addPartnerCommands } from './partner-commands.ts'
import { addCommandsOfPartners } from './partner-run.ts'
import { addReconcileCommands } from './reconcile-commands.ts'
import { addProcessCommands } from './process-commands.ts'
import { newInvocation, newProgram, runProgram, type Surroundings } from './program.ts'
import { addCreditCommands } from './credit-commands.ts'
import { addDepositCommands } from './deposit-commands.ts'
import { addFundsCommands } from './funds-commands.ts'
import { addPriceCommands, addSpreadCommands } from './price-commands.ts'
import { addReportCommands } from './report-commands.ts'
import { addMailCommands } from './mail-commands.ts'
import { addEventCommands } from './event-commands.ts'
import { addMailTemplateCommands } from './mail-template-commands.ts'
import { addRequestCommands } from './request-commands.ts'
import { addRatesCommands } from './rates-commands.ts'
import { addStockCommands } from './stock-commands.ts'
import { addSupplierCommands } from './supplier-commands.ts'
import { addUpstreamCommands } from './upstream-commands.ts'
import { addTokenCommands } from './token-commands.ts'
import { addUserCommands } from './user-commands.ts'
import { addWalletCommands } from './wallet-commands.ts'
import { addWebhookCommands } from './webhook-commands.ts'

/** Runs one command line, given without the program's name. Returns the exit code. */
export async function run(
  argv: readonly string[],
  processes: Processes,
  surroundings: Surroundings = {},
): Promise<number> {
  const invocation = { ...newInvocation(surroundings), processes }
  return await runProgram(programFor(invocation), argv, invocation)
}

function programFor(invocation: ServiceInvocation): Command {
  const program = newProgram(invocation.terminal)
    .description('Digital value distribution: gift cards, top-ups, bill payments, account credits.')
    .configureHelp({ subcommandTerm })
    .addHelpText('after', OVERVIEW)
  program.commandsGroup('Run it:')
  addProcessCommands(program, invocation)
  addBackupCommands(program, invocation)
  addArchiveCommands(program, invocation)
  program.commandsGroup('Be a partner:')
  addCommandsOfPartners(program, invocation)
  program.commandsGroup('Operate it:')
  addPartnerCommands(program, invocation)
  addDepositCommands(program, invocation)
  addFundsCommands(program, invocation)
  addReconcileCommands(program, invocation)
  addCreditCommands(program, invocation)
  addCatalogCommands(program, invocation)
  addReportCommands(program, invocation)
  addRatesCommands(program, invocation)
  addSpreadCommands(program, invocation)
  addPriceCommands(program, invocation)
  addImportCommand(program, invocation)
  addImportsCommands(program, invocation)
  addStockCommands(program, invocation)
  addLotCommands(program, invocation)
  addUpstreamCommands(program, invocation)
  addOrderCommands(program, invocation)
  addTraceCommand(program, invocation)
  addMailCommands(program, invocation)
  addEventCommands(program, invocation)
  addWebhookCommands(program, invocation)
  addMailTemplateCommands(program, invocation)
  addRequestCommands(program, invocation)
  addCaseCommands(program, invocation)
  addWalletCommands(program, invocation)
  addSupplierCommands(program, invocation)
  addAlertCommands(program, invocation)
  addUserCommands(program, invocation)
  addApprovalCommands(program, invocation)
  addTokenCommands(program, invocation)
  addKeyCommands(program, invocation)
  addLedgerCommands(program, invocation)
  addAuditCommands(program, invocation)
  return program
}

/** Shows a group with the names of its commands. */
function subcommandTerm(command: Command): string {
  if (command.commands.length === 0) return new Help().subcommandTerm(command)
  return `${command.name()} ${command.commands.map((one) => one.name()).join('|')}`
}

const OVERVIEW = `
From nothing to a first order:
  $ tessera demo                                       in one terminal; then, in another:
  $ tessera call GET /v2/accounts/balances
  $ tessera call GET '/v2/products?currency=USD&pageSize=5'
  $ tessera call POST /v2/orders --data '{"clientReference":"order-1","currency":"USD",
      "items":[{"productId":1,"amount":25,"quantity":2}]}'

A partner of your own:
  $ tessera partners create "Acme Rewards"
  $ tessera credentials issue 2
  $ tessera deposits create 2 USD 25000 --reference wire-2024-0117
  $ tessera products create --brand Northwind --currency USD --fixed 5,10,25 --supplier vault
  $ tessera codes import 301 codes.csv
  $ tessera ledger verify

The operator's commands go to TESSERA_URL with TESSERA_ADMIN_TOKEN; without them, to the service
whose data directory TESSERA_DATA_DIR (./data) is. Each takes --json. Colors heed NO_COLOR.
Exit codes: 0 done, 1 refused or failed, 2 not understood.`
