import { Argument, Option, type Command } from 'commander'
import { wholeNumber } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { type ServiceInvocation, type Role, STAND_INS, type StandInName } from './invocation.ts'

/** Adds the commands `serve`, `demo`, `migrate`, `distribute` and `stand-in`. */
export function addProcessCommands(program: Command, invocation: ServiceInvocation): void {
  const { processes } = invocation
  const serve = program
    .command('serve')
    .description('run the service until a signal ends it')
    .addOption(
      new Option('--role <role>', 'api, worker or all; default: TESSERA_ROLE or all').choices([
        'api',
        'worker',
        'all',
      ]),
    )
    .addHelpText('after', SERVE_HELP)
  serve.action(async () => {
    const { role } = serve.opts<{ role?: Role }>()
    invocation.exitCode = await processes.serve(role === undefined ? {} : { role })
  })
  program
    .command('demo')
    .description('serve a demo; an empty database gets partners, funds, products and stock')
    .option('--month', 'also print the reports of the month that the demo begins with')
    .option('--no-month', 'begin without a month of orders')
    .action(async (options: { month?: boolean }) => {
      invocation.exitCode = await processes.demo(options)
    })
  program
    .command('migrate')
    .description('migrate the database schema and exit')
    .option('--plan', 'change nothing; print what each statement locks, and for how long')
    .option('--expand', 'leave out what processes of the version before still use, as a start does')
    .action(async (options: { plan?: true; expand?: true }) => {
      invocation.exitCode = await processes.migrate(options)
    })
  program
    .command('distribute')
    .description('distribute the database by partner with Citus, once, and exit')
    .option('--shards <number>', 'parts that the partners are divided into', '32')
    .action(async ({ shards }: { shards: string }) => {
      invocation.exitCode = await processes.distribute({ shards: shardCount(shards) })
    })
  program
    .command('stand-in')
    .description('serve the interface of a supplier, to try our connector without an account')
    .addArgument(new Argument('<supplier>', 'whose interface it has').choices([...STAND_INS]))
    .option('--port <number>', 'the port on 127.0.0.1', '9091')
    .action(async (name: StandInName, { port }: { port: string }) => {
      invocation.exitCode = await processes.standIn({ name, port: portOf(port) })
    })
}

function portOf(text: string): number {
  const port = wholeNumber('--port', text)
  if (port <= PORT_MAX) return port
  throw new UsageFailure(`--port must be from 0 to ${PORT_MAX}, not ${text}`)
}

const PORT_MAX = 65_535

function shardCount(text: string): number {
  const shards = wholeNumber('--shards', text)
  if (shards >= 1 && shards <= SHARDS_MAX) return shards
  throw new UsageFailure(`--shards must be from 1 to ${SHARDS_MAX}, not ${text}`)
}

/** Each shard adds one table to a node for each table of partners. */
const SHARDS_MAX = 1_024

const SERVE_HELP = `
Settings are environment variables, among them:
  DATABASE_URL         PostgreSQL 15 or later; without it a bundled one runs in the data directory
  TESSERA_DATA_DIR     ./data
  TESSERA_PORT, _HOST  8080 on 127.0.0.1
  TESSERA_MASTER_KEY   32 bytes as Base64; without it one is made in the data directory
  TESSERA_ADMIN_TOKEN  the operator's token; without it one is made in the data directory

Examples:
  $ tessera serve
  $ DATABASE_URL=postgres://db/tessera tessera serve --role api`
