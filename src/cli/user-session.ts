import { password } from '@clack/prompts'
import type { UserConnection } from './connection.ts'
import { exchange, readBody } from './exchange.ts'
import { ApiFailure, CommandFailure } from './failure.ts'
import { fieldOf, parseJson, textOf } from './json.ts'
import { readSource } from './sources.ts'
import type { Terminal } from './terminal.ts'

interface SignIn {
  readonly base: string
  readonly email: string
  readonly terminal: Terminal
}

/**
 * Signs a user in, runs `work` as that user, and signs out. Throws ApiFailure or CommandFailure.
 */
export async function withUser<T>(
  { base, email, terminal }: SignIn,
  work: (user: UserConnection) => Promise<T>,
): Promise<T> {
  const secret = await readPassword(terminal)
  const { status, body, cookie } = await post(base, '/auth/v1/sign-in', { email, password: secret })
  if (status !== 200) throw new ApiFailure(status, body, undefined)
  if (cookie === undefined || textOf(fieldOf(fieldOf(body, 'data'), 'status')) !== 'SIGNED_IN') {
    throw new CommandFailure('this user signs in with a second factor: decide in the console')
  }
  const user = { base, cookie }
  try {
    return await work(user)
  } finally {
    await post(base, '/auth/v1/sign-out', undefined, cookie)
  }
}

/** Returns the headers by which the service knows that no page of another origin sent a request. */
export function headersOfUser(base: string, cookie: string | undefined): Record<string, string> {
  return {
    'x-tessera-csrf': '1',
    origin: new URL(base).origin,
    ...(cookie !== undefined && { cookie }),
  }
}

async function post(base: string, target: string, body?: object, cookie?: string) {
  const headers = headersOfUser(base, cookie)
  const response = await exchange({
    method: 'POST',
    base,
    target,
    headers: body ? { 'content-type': 'application/json', ...headers } : headers,
    ...(body && { body: Buffer.from(JSON.stringify(body), 'utf8') }),
  })
  const [header] = response.headers['set-cookie'] ?? []
  const text = (await readBody(response.body)).toString('utf8')
  return { status: response.status, body: parseJson(text), cookie: header?.split(';')[0] }
}

async function readPassword(terminal: Terminal): Promise<string> {
  const { stdin, stderr } = terminal
  const canPrompt = stdin.isTTY === true && stderr.isTTY === true
  const input = canPrompt
    ? await password({ message: 'Password', input: stdin, output: stderr })
    : (await readSource('-', terminal)).toString('utf8').replace(/\r?\n$/, '')
  if (typeof input === 'string' && input !== '') return input
  throw new CommandFailure('no password was given')
}
