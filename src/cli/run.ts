import { Help, type Command } from 'commander'
import { addArchiveCommands } from './archive-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import type { Build, Processes, ServiceInvocation } from './invocation.ts'
import { addCommandsOfPartners } from './partner-run.ts'
import { addProcessCommands } from './process-commands.ts'
import { addSupplierTestCommand } from './supplier-test-command.ts'
import { addCompletionCommand } from './completion-command.ts'
import { OPERATOR_COMMANDS } from './operator-commands.ts'
import { newInvocation, newProgram, runProgram, type Surroundings } from './program.ts'

/** Runs one command line, given without the program's name. Returns the exit code. */
export async function run(
  argv: readonly string[],
  processes: Processes,
  surroundings: Surroundings = {},
): Promise<number> {
  const invocation = { ...newInvocation(surroundings), processes }
  return await runProgram(programFor(invocation, argv), argv, invocation)
}

function programFor(invocation: ServiceInvocation, argv: readonly string[]): Command {
  const program = newProgram(invocation.terminal)
    .description('Digital value distribution: gift cards, top-ups, bill payments, account credits.')
    .configureHelp({ subcommandTerm })
    .addHelpText('after', OVERVIEW)
  program.commandsGroup('Run it:')
  addProcessCommands(program, invocation)
  addSupplierTestCommand(program, invocation)
  addBackupCommands(program, invocation)
  addArchiveCommands(program, invocation)
  addCompletionCommand(program, invocation)
  program.commandsGroup('Be a partner:')
  addCommandsOfPartners(program, invocation)
  program.commandsGroup('Operate it:')
  for (const [name, build] of operatorCommandsOf(argv)) build(program.command(name), invocation)
  return program
}

/**
 * Returns the operator's commands that a command line may need: the one that it names, or else all,
 * for example for help. Building all takes time: they have thousands of options.
 */
function operatorCommandsOf([first = '']: readonly string[]): [name: string, build: Build][] {
  const all = Object.entries(OPERATOR_COMMANDS)
  const named = all.filter(([name]) => name === first)
  return named.length > 0 ? named : all
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
