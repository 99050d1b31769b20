import { createHmac, createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { isSameSecret, randomBytes } from '../core/mod.ts'

/** Authenticates the chain. The key cannot be derived from the database alone. */
export interface ChainKey {
  /** The public half, as PEM: proves signatures without this service. */
  readonly publicKey: string
  sign(text: string): Buffer
  isSigned(text: string, signature: Buffer): boolean
  /** Returns the HMAC-SHA256 of a hash of the chain. */
  mac(hash: Buffer): Buffer
  isMac(hash: Buffer, mac: Buffer): boolean
}

const SEED_BYTES = 32
/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export function newSeed(): Buffer {
  return randomBytes(SEED_BYTES)
}

export function chainKeyOf(seed: Buffer): ChainKey {
  const der = Buffer.concat([PKCS8_PREFIX, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const macKey = Buffer.from(hkdfSync('sha256', seed, '', 'tessera audit links', SEED_BYTES))
  const mac = (hash: Buffer): Buffer => createHmac('sha256', macKey).update(hash).digest()
  return {
    publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), privateKey),
    isSigned: (text, signature) => verify(null, Buffer.from(text, 'utf8'), publicKey, signature),
    mac,
    isMac: (hash, expected) => isSameSecret(mac(hash), expected),
  }
}
