import { password } from '@clack/prompts'
import type { Command } from 'commander'
import { loadClientConfig } from '../settings/mod.ts'
import { partnerConnection } from './connection.ts'
import { CommandFailure, EXIT_FAILURE } from './failure.ts'
import type { GivenRequest } from './given-request.ts'
import { collectHeader, readHeader } from './header-option.ts'
import type { Invocation } from './invocation.ts'
import { pretty } from './json.ts'
import { mistakesOf, textToSign } from './signature-mistakes.ts'
import { readSource } from './sources.ts'
import { colorsFor, printable, writeLine, type Terminal } from './terminal.ts'

interface VerifyOptions {
  readonly header: readonly string[]
  readonly data?: string
  readonly as?: string
  readonly json?: true
}

/** Adds the command `verify-signature`: says which mistake a signature has. */
export function addVerifySignatureCommand(program: Command, invocation: Invocation): void {
  const command = program
    .command('verify-signature')
    .description('say which mistake was made in signing a request; sends nothing')
    .argument('<method>', 'as the request line has it')
    .argument('[path]', 'with its query, to find out whether it was signed')
    .option('-H, --header <header>', 'as "name: value"; repeatable', collectHeader, [])
    .option('-d, --data <body>', 'the body: its text, @file, or - for the standard input')
    .option(
      '--as <partner>',
      'with the secret of a partner of the demo, by the beginning of its name',
    )
    .option('--json', 'print the mistakes as JSON')
    .addHelpText('after', EXAMPLES)
  command.action(async (method: string, path: string | undefined) => {
    const options = command.opts<VerifyOptions>()
    const request = await readRequest(options, { method, path }, invocation)
    const mistakes = mistakesOf(request)
    const { stdout } = invocation.terminal
    const colors = colorsFor(stdout)
    const toSign = textToSign(request)
    if (mistakes.length > 0) invocation.exitCode = EXIT_FAILURE
    if (options.json) {
      const listed = mistakes.map((mistake) => ({ ...mistake }))
      writeLine(stdout, pretty({ mistakes: listed, stringToSign: toSign }))
      return
    }
    if (mistakes.length === 0) {
      writeLine(stdout, `${colors.green('ok')}  the signature is right`)
      return
    }
    for (const { header, says } of mistakes) {
      writeLine(stdout, `${colors.red('WRONG')}  ${header}: ${printable(says)}`)
    }
    writeLine(stdout, `\n${colors.bold('The text to sign')}\n${printableLines(toSign)}`)
  })
}

const EXAMPLES = `
The secret is that of TESSERA_HMAC_SECRET, or of the demo, or is asked for: it is never an argument,
because other users of the machine see arguments. Exit code 0 if the signature is right, else 1.

Examples:
  $ tessera verify-signature POST /v2/orders -d @body.json \\
      -H 'x-client-id: ...' -H 'x-timestamp: ...' -H 'x-body-hash: ...' -H 'x-signature: ...'
  $ tessera verify-signature GET -H @headers.txt`

function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

async function readRequest(
  { header, data, as }: VerifyOptions,
  { method, path }: { readonly method: string; readonly path: string | undefined },
  { terminal, environment }: Invocation,
): Promise<GivenRequest> {
  const headers = new Map<string, string>()
  for (const text of header) {
    const isFile = text.startsWith('@')
    const lines = isFile ? await headerLines(text, terminal) : [text]
    for (const line of lines) headers.set(...readHeader(line))
  }
  const body = data === undefined ? Buffer.alloc(0) : await readSource(data, terminal)
  const secret = await knownSecret(environment, as)
  const hmacSecret = secret?.hmacSecret ?? (await askSecret(terminal))
  return {
    method: method.toUpperCase(),
    target: path,
    headers,
    body,
    hmacSecret,
    clientId: secret?.clientId,
  }
}

/** Reads one header from each line of a file that has a colon. */
async function headerLines(source: string, terminal: Terminal): Promise<string[]> {
  const text = (await readSource(source, terminal)).toString('utf8')
  return text.split(/\r?\n/).filter((line) => /^[\w-]+:/.test(line))
}

/** Returns the secret of the environment or of the demo, with its client id. */
async function knownSecret(
  environment: Invocation['environment'],
  name: string | undefined,
): Promise<{ hmacSecret: string; clientId: string | undefined } | undefined> {
  const { hmacSecret, clientId } = loadClientConfig(environment)
  if (hmacSecret !== undefined && name === undefined) return { hmacSecret, clientId }
  try {
    return (await partnerConnection(environment, name)).signer
  } catch (error) {
    if (name === undefined && error instanceof CommandFailure) return undefined
    throw error
  }
}

async function askSecret({ stdin, stderr }: Terminal): Promise<string> {
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw new CommandFailure('no secret: set TESSERA_HMAC_SECRET')
  }
  const secret = await password({ message: 'HMAC secret', input: stdin, output: stderr })
  if (typeof secret === 'string' && secret !== '') return secret
  throw new CommandFailure('no secret was given')
}
