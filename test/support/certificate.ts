import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** The certificate and key of a TLS server, as PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/**
 * Returns a new self-signed certificate for an IPv4 address (RFC 5280). A client trusts it if it is
 * one of the authorities of the client.
 */
export function selfSigned(address: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(address)))))
  const tbsCertificate = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1, ...randomBytes(8))),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('200101000000Z'), time('491231235959Z')),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(extension(BASIC_CONSTRAINTS, der(0x01, Buffer.of(0xff))), names(address))),
  )
  const signature = sign('sha256', tbsCertificate, privateKey)
  const certificate = sequence(
    tbsCertificate,
    ECDSA_WITH_SHA256,
    der(0x03, Buffer.of(0), signature),
  )
  return {
    key: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    cert: `-----BEGIN CERTIFICATE-----\n${lines(certificate)}\n-----END CERTIFICATE-----\n`,
  }
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const BASIC_CONSTRAINTS = oid('551d13')
const ALTERNATIVE_NAME = oid('551d11')

function names(address: string): Buffer {
  return extension(ALTERNATIVE_NAME, der(0x87, Buffer.from(address.split('.').map(Number))))
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, der(0x04, sequence(value)))
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'))
}

function time(text: string): Buffer {
  return der(0x17, Buffer.from(text))
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts)
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(0x31, ...parts)
}

/** Encodes a value of ASN.1: a tag, a length, and the content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), value])
}

function lines(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
}
