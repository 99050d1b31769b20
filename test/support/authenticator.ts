import { generateKeyPairSync, hash, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Json } from './client.ts'

const FLAGS = { isPresent: 0x01, isVerified: 0x04, hasKey: 0x40 }
const AAGUID = Buffer.alloc(16)

/** The site that an authenticator signs for, and the faults that it simulates. */
export interface Circumstances {
  readonly origin: string
  readonly rpId: string
  readonly isVerified?: boolean
  readonly type?: string
}

/** An authenticator in software, with one passkey of the algorithm ES256. */
export class Authenticator {
  readonly #credentialId = randomBytes(16)
  readonly #key: KeyObject
  readonly #cose: Uint8Array
  /** The signature counter that the authenticator reports. */
  signatures = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#key = privateKey
    this.#cose = isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
  }

  get id(): string {
    return this.#credentialId.toString('base64url')
  }

  /** Returns the body of the request that adds the passkey. */
  create({ challenge }: Json, { type = 'webauthn.create', ...at }: Circumstances) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#credentialId.length)
    const credential = Buffer.concat([AAGUID, length, this.#credentialId, this.#cose])
    const authData = Buffer.concat([this.#head(at, FLAGS.hasKey), credential])
    const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: this.id,
      clientDataJSON: clientData(type, challenge, at.origin).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
    }
  }

  /** Returns the body of the request that signs in. */
  get({ challenge }: Json, { type = 'webauthn.get', ...at }: Circumstances) {
    const authenticatorData = this.#head(at, 0)
    const client = clientData(type, challenge, at.origin)
    const signedBytes = Buffer.concat([authenticatorData, hash('sha256', client, 'buffer')])
    return {
      id: this.id,
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signedBytes, this.#key).toString('base64url'),
    }
  }

  #head({ rpId, isVerified = true }: Omit<Circumstances, 'type'>, extraFlags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(this.signatures)
    const flags = FLAGS.isPresent | (isVerified ? FLAGS.isVerified : 0) | extraFlags
    return Buffer.concat([hash('sha256', rpId, 'buffer'), Buffer.of(flags), count])
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}
