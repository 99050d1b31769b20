import { invalidField } from '../core/mod.ts'
import { FairQueue, type QueuedCaller } from './fair-queue.ts'
import { askPasswordProcess } from './password-client.ts'
import type { PasswordResult, PasswordWork, Weakness } from './password-work.ts'

const PASSWORD_LENGTH = { min: 12, max: 256 }
/**
 * A hash takes some 25 ms on an idle core, and ten times as long on one that also serves partners.
 */
const queue = new FairQueue({ knownMax: 100, strangersMax: 32 })
/** The hash of a password that nobody knows. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$M/qEbL7PxIDweSWpcC+xOA' +
  '$Z1xVn4VhFFfaWqNpOhueqse9STVGGbT1eYAzQykCaB8'

const WEAK: Readonly<Record<Weakness, string>> = {
  own:
    'must not be made of parts of your name, your e-mail address or the name of the service; ' +
    'use several words that have nothing to do with each other',
  common:
    'is too easy to guess, as passwords that many people have, rows of keys and repetitions are; ' +
    'use several words that have nothing to do with each other',
}

/** A new password, chosen by somebody who has proved to be the user. */
export interface ChosenPassword {
  /** The field of the request that is refused. */
  readonly field: string
  readonly password: string
  /** The name and the address of the user. */
  readonly personalWords: readonly string[]
  /** The key in the fair queue, which serves its keys one after the other. */
  readonly queueKey: string
}

/**
 * Returns the hash to store of a password that somebody has chosen. Refuses invalid_request, naming
 * `field`, for one that is too short, too long or too easy to guess; overloaded if too many wait.
 */
export async function hashPassword({
  field,
  password,
  personalWords,
  queueKey,
}: ChosenPassword): Promise<string> {
  const { min, max } = PASSWORD_LENGTH
  if (password.length < min) throw invalidField(field, `must have at least ${min} characters`)
  if (password.length > max) throw invalidField(field, `must have at most ${max} characters`)
  const caller = { key: queueKey, isKnown: true }
  const result = await runQueued(caller, { kind: 'hash', password, personalWords })
  if ('weakness' in result) throw invalidField(field, WEAK[result.weakness])
  return hashOf(result)
}

/** Returns the hash to store of a password that was drawn at random. */
export async function hashRandomPassword(password: string): Promise<string> {
  const caller = { key: 'random', isKnown: true }
  return hashOf(await runQueued(caller, { kind: 'hash', password, personalWords: undefined }))
}

function hashOf(result: PasswordResult): string {
  if ('hash' in result) return result.hash
  throw new Error('the process that hashes passwords has returned no hash')
}

/** Refuses overloaded if a password could not be checked now. Costs nothing. */
export function requireRoomForPassword(caller: QueuedCaller): void {
  queue.requireRoom(caller)
}

/**
 * True if the password matches the stored hash. Without a hash it takes the same time, so that
 * nobody learns who has an account. Refuses overloaded if too many wait.
 */
export async function isPassword(
  caller: QueuedCaller,
  { stored, password }: { readonly stored: string | undefined; readonly password: string },
): Promise<boolean> {
  const boundedPassword = password.length <= PASSWORD_LENGTH.max ? password : ''
  const hash = stored ?? NOBODYS_HASH
  const work = { kind: 'verify', stored: hash, password: boundedPassword } as const
  const result = await runQueued(caller, work)
  return stored !== undefined && 'isSame' in result && result.isSame
}

async function runQueued(caller: QueuedCaller, work: PasswordWork): Promise<PasswordResult> {
  return await queue.run(caller, () => askPasswordProcess(work))
}
