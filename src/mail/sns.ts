import { createVerify, X509Certificate } from 'node:crypto'
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { MS_PER_DAY, MS_PER_MINUTE, type Clock } from '../core/mod.ts'

/**
 * Reads an address of Amazon SNS, of a certificate or for the confirmation of a subscription.
 * Throws if there is no response.
 */
export type ReadFromSns = (url: string) => Promise<string>

/** A message of SNS whose signature was verified. */
export interface SnsMessage {
  readonly type: 'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'
  /** The payload of a notification. */
  readonly message: string
  /** The address of SNS that confirms the subscription. */
  readonly subscribeUrl: string | undefined
}

/** The sender is not a topic of the settings, or the message is forged, changed or old. */
export class SnsRefused extends Error {
  override readonly name = 'SnsRefused'
}

/** SNS does not respond. */
export class SnsUnreachable extends Error {
  override readonly name = 'SnsUnreachable'
}

/**
 * The certificate is not cached, and the sender's network has caused too many reads of
 * certificates.
 */
export class SnsBusy extends Error {
  override readonly name = 'SnsBusy'
}

const Envelope = Type.Object({
  Type: Type.Union([
    Type.Literal('Notification'),
    Type.Literal('SubscriptionConfirmation'),
    Type.Literal('UnsubscribeConfirmation'),
  ]),
  MessageId: Type.String(),
  TopicArn: Type.String(),
  Message: Type.String(),
  Timestamp: Type.String(),
  SignatureVersion: Type.String(),
  Signature: Type.String(),
  SigningCertURL: Type.String(),
  Subject: Type.Optional(Type.String()),
  Token: Type.Optional(Type.String()),
  SubscribeURL: Type.Optional(Type.String()),
})
type Envelope = Static<typeof Envelope>
const envelopeShape = Compile(Envelope)

const TOPIC = /^arn:aws(-cn)?:sns:([a-z0-9-]+):/
const CERTIFICATE_PATH = /^\/SimpleNotificationService-[0-9a-f]{32}\.pem$/
/** SNS repeats a message for at most an hour; the rest is a margin. */
const AGE_MS_MAX = MS_PER_DAY
const AHEAD_MS_MAX = 15 * MS_PER_MINUTE
const CERTIFICATES_MAX = 20

/** Returns the host of SNS in the region of a topic. */
function hostOf(topic: string): string {
  const [, china, region = ''] = TOPIC.exec(topic) ?? []
  return `sns.${region}.amazonaws.com${china === undefined ? '' : '.cn'}`
}

/**
 * Verifies messages of SNS (signature version 2: RSA with SHA-256). The certificate is read once,
 * from the SNS host of the topic's region and from nowhere else.
 */
export class SnsVerifier {
  readonly #topics: readonly string[]
  readonly #clock: Clock
  readonly #read: ReadFromSns
  readonly #certificates = new Map<string, X509Certificate>()

  constructor(topics: readonly string[], clock: Clock, read: ReadFromSns) {
    this.#topics = topics
    this.#clock = clock
    this.#read = read
  }

  /**
   * Throws SnsRefused, SnsBusy, or SnsUnreachable if the certificate cannot be read now. An unknown
   * certificate is read only if `mayRead` allows it, because reading costs more than comparing.
   */
  async verify(body: string, mayRead: () => boolean = () => true): Promise<SnsMessage> {
    const envelope = readEnvelope(body)
    if (!this.#topics.includes(envelope.TopicArn)) throw new SnsRefused('the topic is not set')
    if (envelope.SignatureVersion !== '2') {
      throw new SnsRefused('the topic must sign by version 2: SignatureVersion')
    }
    this.#checkAge(envelope)
    const certificate = await this.#certificateOf(envelope, mayRead)
    const now = this.#clock.now()
    if (now < Date.parse(certificate.validFrom) || now > Date.parse(certificate.validTo)) {
      throw new SnsRefused('the certificate is not valid now')
    }
    const verify = createVerify('RSA-SHA256').update(signedText(envelope), 'utf8')
    if (!verify.verify(certificate.publicKey, envelope.Signature, 'base64')) {
      throw new SnsRefused('the signature is wrong')
    }
    return {
      type: envelope.Type,
      message: envelope.Message,
      subscribeUrl: envelope.SubscribeURL,
    }
  }

  /** Confirms the subscription of a verified message. Throws SnsRefused or SnsUnreachable. */
  async confirm(topicMessage: SnsMessage): Promise<void> {
    const url = topicMessage.subscribeUrl ?? ''
    if (!this.#topics.some((topic) => isAt(url, hostOf(topic)))) {
      throw new SnsRefused('the address to confirm at is not one of SNS')
    }
    await this.#readNow(url)
  }

  async #readNow(url: string): Promise<string> {
    try {
      return await this.#read(url)
    } catch (error) {
      throw new SnsUnreachable('Amazon SNS does not respond', { cause: error })
    }
  }

  #checkAge({ Timestamp }: Envelope): void {
    const at = Date.parse(Timestamp)
    const now = this.#clock.now()
    if (!(at >= now - AGE_MS_MAX && at <= now + AHEAD_MS_MAX)) {
      throw new SnsRefused('the message is old')
    }
  }

  async #certificateOf(
    { SigningCertURL: url, TopicArn }: Envelope,
    mayRead: () => boolean,
  ): Promise<X509Certificate> {
    if (!isAt(url, hostOf(TopicArn)) || !CERTIFICATE_PATH.test(new URL(url).pathname)) {
      throw new SnsRefused('the certificate is not one of SNS')
    }
    const cached = this.#certificates.get(url)
    if (cached) return cached
    if (!mayRead()) throw new SnsBusy('too many unknown certificates')
    const certificate = certificateIn(await this.#readNow(url))
    if (this.#certificates.size >= CERTIFICATES_MAX) this.#certificates.clear()
    this.#certificates.set(url, certificate)
    return certificate
  }
}

function certificateIn(text: string): X509Certificate {
  try {
    return new X509Certificate(text)
  } catch {
    throw new SnsRefused('the certificate cannot be read')
  }
}

function readEnvelope(body: string): Envelope {
  const value = parseJson(body)
  if (!envelopeShape.Check(value)) throw new SnsRefused('the body is not a message of SNS')
  return value
}

/** Returns undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Refuses ports and passwords, which parsers may read in different ways. */
function isAt(text: string, host: string): boolean {
  return text.startsWith(`https://${host}/`) && URL.canParse(text) && new URL(text).host === host
}

function signedText(envelope: Envelope): string {
  const names =
    envelope.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : ([
          'Message',
          'MessageId',
          'SubscribeURL',
          'Timestamp',
          'Token',
          'TopicArn',
          'Type',
        ] as const)
  return names
    .filter((name) => envelope[name] !== undefined)
    .map((name) => `${name}\n${envelope[name]}\n`)
    .join('')
}

const READ_MS_MAX = 5_000
const READ_BYTES_MAX = 65_536

/** Reads a checked address. Follows no redirect, which could lead elsewhere. */
export async function readFromSns(url: string): Promise<string> {
  const signal = AbortSignal.timeout(READ_MS_MAX)
  const response = await fetch(url, { redirect: 'error', signal })
  const text = await response.text()
  if (!response.ok || text.length > READ_BYTES_MAX) throw new Error(`SNS: ${response.status}`)
  return text
}
