import { createHash } from 'node:crypto'
import { combine, split } from 'shamir-secret-sharing'
import { KEY_BYTES } from './cipher.ts'
import { masterKeyOf } from './key-wraps.ts'

/** Shares are damaged, too few, or of several keys. The message never holds a part of a share. */
class KeyShareFault extends Error {
  override readonly name = 'KeyShareFault'
}

export const SHARES_MAX = 255
export const THRESHOLD_MIN = 2

const PREFIX = 'tessera-share-1'
const CHECK_HEX = 8
/** Prefix, master id, threshold, bytes, checksum of all before it. */
const SHARE = /^(tessera-share-1\.([0-9a-f]{16})\.(\d{1,3})\.([\w-]+))\.([0-9a-f]{8})$/

interface Share {
  readonly masterId: string
  readonly threshold: number
  readonly bytes: string
}

/**
 * Splits a master key of 32 bytes by Shamir's secret sharing. Any `threshold` of the shares give
 * the key; fewer reveal nothing about it. Each share is one line of text that names its key and the
 * threshold, with a checksum against copying mistakes.
 */
export async function splitMasterKey(
  key: Buffer,
  { shares, threshold }: { readonly shares: number; readonly threshold: number },
): Promise<string[]> {
  const { masterId } = masterKeyOf(key)
  const parts = await split(new Uint8Array(key), shares, threshold)
  return parts.map((part) => {
    const body = [PREFIX, masterId, threshold, Buffer.from(part).toString('base64url')].join('.')
    return `${body}.${checkOf(body)}`
  })
}

/**
 * Returns the master key of 32 bytes that these shares were split from. A share may be given twice.
 * Throws KeyShareFault, in this order: a line that is not a share or was changed, shares of several
 * keys, too few shares, shares that do not give the key that they name.
 */
export async function joinMasterKey(lines: readonly string[]): Promise<Buffer> {
  const shares = lines.map(parseShare)
  const [first] = shares
  if (!first) throw new KeyShareFault('there is no share')
  const { masterId, threshold } = first
  if (shares.some((one) => one.masterId !== masterId || one.threshold !== threshold)) {
    throw new KeyShareFault('the shares are not all of one split of one key')
  }
  const parts = [...new Set(shares.map(({ bytes }) => bytes))]
  if (parts.length < threshold) {
    throw new KeyShareFault(
      `${threshold} different shares are needed, and there are ${parts.length}`,
    )
  }
  const joined = await combine(parts.map((part) => new Uint8Array(Buffer.from(part, 'base64url'))))
    .then((bytes) => Buffer.from(bytes))
    .catch(() => Buffer.alloc(0))
  if (joined.length !== KEY_BYTES || masterKeyOf(joined).masterId !== masterId) {
    throw new KeyShareFault(
      'these shares do not give the key that they name: they are of two splits',
    )
  }
  return joined
}

function parseShare(line: string, at: number): Share {
  const [, body = '', masterId = '', threshold = '', bytes = '', check] =
    SHARE.exec(line.trim()) ?? []
  if (check !== checkOf(body)) {
    throw new KeyShareFault(`line ${at + 1} is not a share, or it was changed as it was copied`)
  }
  return { masterId, threshold: Number(threshold), bytes }
}

function checkOf(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, CHECK_HEX)
}
