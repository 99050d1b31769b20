import { hash, verify } from '@node-rs/argon2'
import limitTo from 'p-limit'
import { invalidField, Refusal } from '../core/mod.ts'

const PASSWORD_LENGTH = { min: 12, max: 256 }
/** Argon2id with 19 MiB and two passes: what OWASP recommends first. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Each takes a thread of Node's pool, of which files and names need some as well. */
const RUNNING_MAX = 2
const WAITING_MAX = 100

const limit = limitTo(RUNNING_MAX)

/** Refuses overloaded if too many wait. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= WAITING_MAX) {
    throw new Refusal('overloaded', 'too many passwords are being checked')
  }
  return await limit(work)
}

/**
 * Returns the hash to store. Runs in a thread, few at a time. Refuses invalid_request, naming
 * `field`, for a password that is too short or too long.
 */
export async function hashPassword(field: string, password: string): Promise<string> {
  const { min, max } = PASSWORD_LENGTH
  if (password.length < min) throw invalidField(field, `must have at least ${min} characters`)
  if (password.length > max) throw invalidField(field, `must have at most ${max} characters`)
  return await inTurn(() => hash(password, ARGON2ID))
}

let unknown: Promise<string> | undefined

/**
 * True if the password is the one of the stored hash. Without a hash, it takes as long, so that
 * nobody learns who has an account.
 */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  unknown ??= hash('nobody has this password', ARGON2ID)
  const compared = stored ?? (await unknown)
  const isLongEnough = password.length <= PASSWORD_LENGTH.max
  const isSame = await inTurn(() => verify(compared, isLongEnough ? password : ''))
  return isSame && stored !== undefined
}
