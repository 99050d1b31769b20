import type { Command } from 'commander'
import { ConfigError } from '../settings/mod.ts'
import { isUuid } from '../core/mod.ts'
import { partnerConnection, type PartnerConnection } from './connection.ts'
import { checkCredential, readPermissions } from './doctor-credential.ts'
import { right, wrong, type Finding } from './doctor-finding.ts'
import { checkService } from './doctor-service.ts'
import { CommandFailure, EXIT_FAILURE } from './failure.ts'
import type { Invocation } from './invocation.ts'
import { pretty } from './json.ts'
import { colorsFor, printable, writeLine } from './terminal.ts'

interface DoctorOptions {
  readonly as?: string
  readonly needs?: string
  readonly secondSignature?: true
  readonly json?: true
}

/** Adds the command `doctor`: finds what keeps a partner's requests from being accepted. */
export function addDoctorCommand(program: Command, invocation: Invocation): void {
  const command = program
    .command('doctor')
    .description('check address, clock, credential and signature, and say what is wrong')
    .option('--as <partner>', 'check a partner of the demo, by the beginning of its name')
    .option('--needs <permissions>', 'permissions that you need, with commas; default: all')
    .option('--second-signature', 'your program sends x-signature-v2')
    .option('--json', 'print the findings as JSON')
    .addHelpText('after', EXAMPLES)
  command.action(async () => {
    const options = command.opts<DoctorOptions>()
    const findings = await diagnose(options, invocation)
    const { stdout } = invocation.terminal
    if (options.json) {
      writeLine(stdout, pretty(findings.map((finding) => ({ ...finding }))))
    } else {
      for (const finding of findings) writeLine(stdout, lineOf(finding, colorsFor(stdout)))
    }
    if (findings.some(({ isRight }) => !isRight)) invocation.exitCode = EXIT_FAILURE
  })
}

const EXAMPLES = `
Uses the same address and credential as \`tessera call\`. Changes nothing.
Exit code 0 if all is right, 1 if anything is wrong.

Examples:
  $ tessera doctor
  $ tessera doctor --needs balance:read,orders:read
  $ TESSERA_URL=https://... TESSERA_CLIENT_ID=... TESSERA_API_KEY=... TESSERA_HMAC_SECRET=... \\
      tessera doctor --second-signature`

async function diagnose(options: DoctorOptions, { environment }: Invocation): Promise<Finding[]> {
  const needed = readPermissions(options.needs)
  const connection = await settingsOf(options, environment)
  if ('check' in connection) return [connection]
  const { base, signer } = connection
  // A text that is not a client id may be a secret key, and people send this output to others.
  const client = isUuid(signer.clientId) ? signer.clientId : 'id without the form of one'
  const settings = right('settings', `${base}, client ${client}`)
  const { findings, clockOffsetMs } = await checkService(connection.base)
  if (clockOffsetMs === undefined) return [settings, ...findings]
  const hasSecondSignature = options.secondSignature === true
  const question = { connection, clockOffsetMs, hasSecondSignature, needed }
  return [settings, ...findings, ...(await checkCredential(question))]
}

async function settingsOf(
  { as }: DoctorOptions,
  environment: Invocation['environment'],
): Promise<PartnerConnection | Finding> {
  try {
    return await partnerConnection(environment, as)
  } catch (error) {
    // The message names the variable, and what it must be.
    if (error instanceof CommandFailure || error instanceof ConfigError) {
      return wrong('settings', error.message)
    }
    throw error
  }
}

function lineOf({ check, isRight, says }: Finding, colors: ReturnType<typeof colorsFor>): string {
  const mark = isRight ? colors.green('ok   ') : colors.red('WRONG')
  return `${mark}  ${check.padEnd(CHECK_LENGTH)}  ${printable(says)}`
}

const CHECK_LENGTH = 'permissions'.length
