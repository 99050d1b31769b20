import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'

export interface ReceivedMail {
  /** The sender of the envelope, to which reports go. */
  readonly from: string
  readonly to: string
  readonly messageId: string
  readonly subject: string
  readonly raw: string
}

/** A real mail server on this machine that keeps the mails it accepts. */
export interface Mailbox {
  readonly url: string
  readonly received: ReceivedMail[]
  /** The response to each RCPT TO: 550, or 550 with a text, refuses; undefined accepts. */
  answerTo(recipient: (address: string) => number | string | undefined): void
  down(): Promise<void>
  /** Starts again on the same port. */
  up(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  let statusOf: ((address: string) => number | string | undefined) | undefined
  let server = await listen(0)
  const { port } = server.server.address() as AddressInfo

  async function listen(onPort: number): Promise<SMTPServer> {
    const started = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      onRcptTo({ address }, _session, done) {
        const refusal = statusOf?.(address)
        if (refusal === undefined) return done()
        const [, code, text = `not ${address}`] = /^(\d+)(?: (.*))?$/.exec(String(refusal)) ?? []
        done(Object.assign(new Error(text), { responseCode: Number(code) }))
      },
      onData(stream, { envelope }, done) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          received.push(readMail(envelope, Buffer.concat(chunks).toString()))
          done()
        })
      },
    })
    await new Promise<void>((resolve) => started.listen(onPort, '127.0.0.1', resolve))
    return started
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answerTo: (recipient) => void (statusOf = recipient),
    down: () => new Promise((resolve) => server.close(() => resolve())),
    async up() {
      server = await listen(port)
    },
  }
}

function readMail({ mailFrom, rcptTo }: SMTPServerEnvelope, raw: string): ReceivedMail {
  const from = mailFrom === false ? '' : mailFrom.address
  const to = rcptTo[0]?.address ?? ''
  const header = (name: string): string =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(raw)?.[1]?.replace(/\r\n\s/g, ' ') ?? ''
  return { from, to, messageId: header('message-id'), subject: header('subject'), raw }
}
