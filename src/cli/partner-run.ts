import type { Command } from 'commander'
import { addCallCommand } from './call-command.ts'
import { addCompletionCommand } from './completion-command.ts'
import { addDoctorCommand } from './doctor-command.ts'
import type { Invocation } from './invocation.ts'
import { addListenCommand } from './listen-command.ts'
import { newInvocation, newProgram, runProgram, type Surroundings } from './program.ts'
import { addTriggerCommand } from './trigger-command.ts'
import { addVerifySignatureCommand } from './verify-signature-command.ts'

/** Adds the commands that need nothing but the credential of a partner. */
export function addCommandsOfPartners(program: Command, invocation: Invocation): void {
  addCallCommand(program, invocation)
  addDoctorCommand(program, invocation)
  addVerifySignatureCommand(program, invocation)
  addListenCommand(program, invocation)
  addTriggerCommand(program, invocation)
}

/** Runs one command line with the commands of partners only. Returns the exit code. */
export async function runForPartner(
  argv: readonly string[],
  surroundings: Surroundings = {},
): Promise<number> {
  const invocation = newInvocation(surroundings)
  const program = newProgram(invocation.terminal)
    .description('Calls Tessera as a partner, and finds out why it refuses.')
    .addHelpText('after', SETTINGS)
  addCommandsOfPartners(program, invocation)
  addCompletionCommand(program, invocation)
  return await runProgram(program, argv, invocation)
}

const SETTINGS = `
The address and the credential are read from TESSERA_URL, TESSERA_CLIENT_ID, TESSERA_API_KEY and
TESSERA_HMAC_SECRET. Colors heed NO_COLOR.
Exit codes: 0 done, 1 refused or failed, 2 not understood.`
