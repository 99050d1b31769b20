import type { AddressInfo, Socket } from 'node:net'
import { domainToASCII } from 'node:url'
import type { SMTPServer, SMTPServerDataStream } from 'smtp-server'
import { MS_PER_MINUTE, MS_PER_SECOND, networkOf } from '../core/mod.ts'
import type { FeedbackOutcome } from './feedback.ts'
import { readFeedbackToken } from './feedback-token.ts'
import type { MailLog } from './mail-worker.ts'
import { receiveFeedback, type FeedbackOptions } from './receive-feedback.ts'
import { readMailedReport } from './report-mail.ts'
import { tokenOfReturnPath } from './return-path.ts'

export interface ReportServerOptions extends FeedbackOptions {
  readonly host: string
  readonly port: number
  /** The domain of the addresses that mails are sent from; see `returnPathOf`. */
  readonly domain: string
  readonly log: MailLog
}

/** A listener for reports that arrive as mails. */
export interface ReportServer {
  readonly port: number
  close(): Promise<void>
}

/**
 * The most bytes of a report, with the mail that it returns. If that mail is larger, mail servers
 * cut it.
 */
const REPORT_BYTES_MAX = 262_144
const CONNECTIONS_MAX = 50
/** The most conversations of one IPv4 address, or of the /64 of an IPv6 address. */
const CONNECTIONS_PER_NETWORK_MAX = 5
const IDLE_MS_MAX = MS_PER_MINUTE / 2
/** The longest time for a whole SMTP conversation. */
const TALK_MS_MAX = 2 * MS_PER_MINUTE
/** Once the process ends, the time left for a mail that is coming in. */
const LAST_MAIL_MS_MAX = 5 * MS_PER_SECOND
/** The address for complaints, each of which contains the header that names its mail. */
const COMPLAINTS = 'complaints'

/**
 * Listens for reports by SMTP. Takes mails only for addresses that name a mail of this service by a
 * keyed hash, and for `complaints@`; forged reports change nothing. A report that arrives before
 * our commit gets 451, so that its sender repeats it. Loads its packages only when it is called.
 */
export async function listenForReports(options: ReportServerOptions): Promise<ReportServer> {
  // Loads the parser, too: if the package were missing, each report would be lost.
  const [{ SMTPServer }] = await Promise.all([import('smtp-server'), import('postal-mime')])
  const server = new SMTPServer({
    authOptional: true,
    // TLS is off: without a certificate it would only seem safe, and reports contain no secret.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: REPORT_BYTES_MAX,
    maxClients: CONNECTIONS_MAX,
    socketTimeout: IDLE_MS_MAX,
    closeTimeout: LAST_MAIL_MS_MAX,
    banner: 'reports about mails only',
    onRcptTo({ address }, { envelope }, done) {
      if (envelope.rcptTo.length > 0) return done(reply(452, 'one recipient at a time'))
      return done(isReportAddress(options, address) ? null : reply(550, 'no such address'))
    },
    onData(stream, { envelope }, done) {
      const address = envelope.rcptTo[0]?.address ?? ''
      collect(stream, (raw) =>
        raw ? void respond(options, { address, raw }, done) : done(reply(552, 'too large')),
      )
    },
  })
  // A client has closed its connection early, which affects no other client.
  server.on('error', () => undefined)
  limitTalks(server.server)
  await listening(server, options)
  return {
    port: (server.server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Closes conversations without a mail, because they would keep the process from ending.
      for (const one of server.connections) {
        if ((one.session.envelope?.rcptTo.length ?? 0) > 0) continue
        one.send(421, 'shutting down')
        one.close()
      }
      await closed
    },
  }
}

function listening(
  server: SMTPServer,
  { host, port }: Pick<ReportServerOptions, 'host' | 'port'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
}

/** Calls `done` with the mail at its end; with nothing if it is too large. */
function collect(stream: SMTPServerDataStream, done: (raw: Buffer | undefined) => void): void {
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    if (!stream.sizeExceeded) chunks.push(chunk)
  })
  stream.on('end', () => done(stream.sizeExceeded ? undefined : Buffer.concat(chunks)))
}

function isReportAddress(
  { vault, domain }: Pick<ReportServerOptions, 'vault' | 'domain'>,
  address: string,
): boolean {
  const at = address.lastIndexOf('@')
  // The package has decoded domains in other scripts.
  if (domainToASCII(address.slice(at + 1)) !== domainToASCII(domain)) return false
  if (address.slice(0, at).toLowerCase() === COMPLAINTS) return true
  const token = tokenOfReturnPath(address)
  return token !== undefined && readFeedbackToken(vault, token) !== undefined
}

interface ReceivedMail {
  readonly address: string
  readonly raw: Buffer
}

/** Accepts a report, or asks the sender to repeat it. */
async function respond(
  options: ReportServerOptions,
  mail: ReceivedMail,
  done: (error: Error | null) => void,
): Promise<void> {
  let outcome: FeedbackOutcome = 'busy'
  try {
    outcome = await receive(options, mail)
  } catch (error) {
    options.log.warn({ err: error }, 'a report about a mail could not be recorded')
  }
  done(outcome === 'busy' ? reply(451, 'come again') : null)
}

/**
 * Records a report. The token of the mail is in the address or, for `complaints@`, in the report.
 */
async function receive(
  options: ReportServerOptions,
  { address, raw }: ReceivedMail,
): Promise<FeedbackOutcome> {
  const report = await readMailedReport(raw).catch(() => undefined)
  const token = tokenOfReturnPath(address) ?? report?.token
  if (!report || token === undefined) return 'unknown'
  return receiveFeedback(options, token, report.feedback)
}

function reply(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

type Talk = Pick<Socket, 'remoteAddress' | 'destroy' | 'once'>

interface Listener {
  on(event: 'connection', listener: (socket: Talk) => void): unknown
}

/** Ends conversations that take too long, and those above the limit of one network. */
export function limitTalks(listener: Listener): void {
  const open = new Map<string, number>()
  listener.on('connection', (socket) => {
    const from = networkOf(socket.remoteAddress ?? '')
    const others = open.get(from) ?? 0
    if (others >= CONNECTIONS_PER_NETWORK_MAX) return void socket.destroy()
    open.set(from, others + 1)
    const timer = setTimeout(() => socket.destroy(), TALK_MS_MAX)
    socket.once('close', () => {
      clearTimeout(timer)
      const remaining = (open.get(from) ?? 1) - 1
      if (remaining > 0) open.set(from, remaining)
      else open.delete(from)
    })
  })
}
