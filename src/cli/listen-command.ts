import type { Command } from 'commander'
import { partnerConnection } from './connection.ts'
import { UsageFailure } from './failure.ts'
import { forwardEvent, forwardKey, type Receiver } from './forward-event.ts'
import type { Invocation } from './invocation.ts'
import { fieldOf, textOf, type JsonValue } from './json.ts'
import { pullEvents } from './pull-events.ts'
import { colorsFor, printable, printableJson, writeLine, type Terminal } from './terminal.ts'

interface ListenOptions {
  readonly forward?: string
  readonly after?: string
  readonly as?: string
  readonly json?: true
}

/** Adds the command `listen`: shows the events of a partner, and posts them to a local program. */
export function addListenCommand(program: Command, invocation: Invocation): void {
  const command = program
    .command('listen')
    .description('show your events as they happen, and post them to a program of yours')
    .option('--forward <url>', 'such as http://127.0.0.1:3000/hook; posts signed webhooks there')
    .option('--after <eventId>', 'begin after this event; default: with the next one')
    .option('--as <partner>', 'a partner of the demo, by the beginning of its name')
    .option('--json', 'print each event as a line of JSON')
    .addHelpText('after', EXAMPLES)
  command.action(async () => {
    await listen(command.opts<ListenOptions>(), invocation)
  })
}

const EXAMPLES = `
Polls GET /v2/events, so no address of yours needs to be public. Ctrl-C ends it, and prints the id
with which --after continues. Events are signed like webhooks (Standard Webhooks 1.0), with a secret
that it prints; the secret stays the same for the same credential.

Examples:
  $ tessera listen --forward http://127.0.0.1:3000/hook
  $ tessera listen --json | jq .data`

async function listen(options: ListenOptions, invocation: Invocation): Promise<void> {
  const { terminal, environment } = invocation
  const connection = await partnerConnection(environment, options.as)
  const receiver = receiverOf(options, forwardKey(connection.signer))
  introduce(terminal, receiver)
  const interrupt = invocation.interrupt ?? interruptOf(process)
  const onFault = (message: string): void => {
    writeLine(
      terminal.stderr,
      `${colorsFor(terminal.stderr).yellow('retrying:')} ${printable(message)}`,
    )
  }
  let last = options.after
  for await (const event of pullEvents(connection, { after: last, interrupt, onFault })) {
    const result = receiver && (await forwardEvent(receiver, event))
    print(event, { result, isJson: options.json === true, terminal })
    last = textOf(fieldOf(event, 'id'))
  }
  if (last !== undefined) writeLine(terminal.stderr, `to go on: --after ${printable(last)}`)
}

function receiverOf({ forward }: ListenOptions, key: Buffer): Receiver | undefined {
  if (forward === undefined) return undefined
  const url = URL.canParse(forward) ? new URL(forward) : undefined
  if (url && /^https?:$/.test(url.protocol)) return { url, key }
  throw new UsageFailure(`--forward must be a URL such as http://127.0.0.1:3000/hook`)
}

function introduce({ stderr }: Terminal, receiver: Receiver | undefined): void {
  writeLine(stderr, 'Listening for events. Ctrl-C ends it.')
  if (!receiver) return
  writeLine(stderr, `Events are posted to ${receiver.url.href}`)
  writeLine(stderr, `Verify them with the secret whsec_${receiver.key.toString('base64')}`)
}

interface PrintedEvent {
  /** The status or error of the program; undefined if the event was not posted. */
  readonly result: string | undefined
  readonly isJson: boolean
  readonly terminal: Terminal
}

function print(event: JsonValue, { result, isJson, terminal }: PrintedEvent): void {
  const { stdout, stderr } = terminal
  const colors = colorsFor(isJson ? stderr : stdout)
  const paint = result?.startsWith('2') ? colors.green : colors.red
  const posted = result === undefined ? '' : ` -> ${paint(printable(result))}`
  const [createdAt, type, id] = ['createdAt', 'type', 'id'].map((name) =>
    printable(textOf(fieldOf(event, name)) ?? '-'),
  )
  if (isJson) writeLine(stdout, printableJson(JSON.stringify(event)))
  if (!isJson || posted !== '') {
    writeLine(isJson ? stderr : stdout, `${createdAt}  ${type}  ${id}${posted}`)
  }
}

function interruptOf(process: NodeJS.Process): AbortSignal {
  const controller = new AbortController()
  process.once('SIGINT', () => controller.abort())
  return controller.signal
}
