import type { Command } from 'commander'
import type { EventType } from '../events/mod.ts'
import { partnerConnection } from './connection.ts'
import { CommandFailure, UsageFailure } from './failure.ts'
import type { Invocation } from './invocation.ts'
import { pretty, type JsonValue } from './json.ts'
import { record } from './print.ts'
import { colorsFor, printable, writeLine } from './terminal.ts'
import { TestPartner } from './test-partner.ts'

interface TriggerOptions {
  readonly as?: string
  readonly json?: true
}

/** Causes the event, and returns the order, case or transaction that caused it. */
type Trigger = (partner: TestPartner) => Promise<JsonValue>

const ordering =
  (outcome: string): Trigger =>
  (partner) =>
    partner.order(outcome)

const BY_LINKS = 'send a link with POST /v2/links, and open it'

/** For each event, the function that causes it, or the reason why a partner cannot. */
const TRIGGERS: Readonly<Record<EventType, Trigger | string>> = {
  'order.processing': ordering('slow'),
  'order.on_hold': ordering('unfunded'),
  'order.out_of_stock': ordering('out of stock'),
  'order.completed': ordering('issued'),
  'order.cancelled': (partner) => partner.cancelledOrder(),
  'case.opened': (partner) => partner.openCase(),
  'case.resolved': 'the operator decides cases',
  'product.updated': 'the operator changes products',
  'price.updated': 'the operator changes rates and prices',
  'stock.low': 'it depends on the stock of the operator',
  'balance.low': 'it depends on how fast your funds are used up',
  'balance.credited': 'the operator records deposits and refunds',
  'wallet.credited': (partner) => partner.credit(),
  'wallet.debited': (partner) => partner.debit(),
  'link.sent': BY_LINKS,
  'link.claimed': BY_LINKS,
  'link.failed': BY_LINKS,
  'link.expired': BY_LINKS,
  'link.cancelled': BY_LINKS,
  'link.returned': BY_LINKS,
  'link.mailed': BY_LINKS,
  'link.bounced': BY_LINKS,
  'link.complained': BY_LINKS,
}

const TYPES = Object.entries(TRIGGERS) as [EventType, Trigger | string][]

/** Adds the command `trigger`: causes an event, with a test credential or one of the demo. */
export function addTriggerCommand(program: Command, invocation: Invocation): void {
  const command = program
    .command('trigger')
    .description('make an event happen: place the order, credit or case that leads to it')
    .argument('<type>', 'such as order.completed')
    .option('--as <partner>', 'as a partner of the demo, by the beginning of its name')
    .option('--json', 'print what was done as JSON')
    .addHelpText('after', helpText())
  command.action(async (type: string) => {
    const trigger = triggerOf(type)
    const { as, json } = command.opts<TriggerOptions>()
    const { terminal, environment } = invocation
    const cause = await trigger(new TestPartner(await testConnection(environment, as)))
    const { stdout } = terminal
    writeLine(stdout, json ? pretty(cause) : record(cause, colorsFor(stdout)))
  })
}

function helpText(): string {
  const possible = TYPES.filter(([, trigger]) => typeof trigger !== 'string')
  const others = TYPES.filter(([, trigger]) => typeof trigger === 'string')
  return `
Events that you can cause:
${possible.map(([type]) => `  ${type}`).join('\n')}

Events that you cannot cause:
${others.map(([type, reason]) => `  ${type.padEnd(18)} ${String(reason)}`).join('\n')}

Works with the demo, or with a test credential (tsk_test_); never with a live one.

Examples:
  $ tessera listen                      in one terminal; then, in another:
  $ tessera trigger order.completed`
}

function triggerOf(type: string): Trigger {
  const [, trigger] = TYPES.find(([name]) => name === type) ?? []
  if (trigger === undefined) {
    const names = TYPES.map(([name]) => name).join(', ')
    throw new UsageFailure(`there is no event ${printable(type)}; there are ${names}`)
  }
  if (typeof trigger === 'string') {
    throw new UsageFailure(`${type} cannot be triggered: ${trigger}`)
  }
  return trigger
}

/** Refuses a credential whose orders cost real money. */
async function testConnection(environment: Invocation['environment'], name: string | undefined) {
  const connection = await partnerConnection(environment, name)
  if (connection.isDemo || connection.signer.apiKey.startsWith('tsk_test_')) return connection
  throw new CommandFailure(
    'this credential is live: its orders cost money. ' +
      'Use a test credential (tsk_test_) or the demo',
  )
}
