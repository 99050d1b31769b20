import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import type { Random } from '../faults/chaos-random.ts'

/**
 * The fate of a mail:
 *   pass     it is accepted
 *   late     it is accepted, and the response comes later
 *   refuse   it is to be sent again later
 *   lose     its connection breaks before it is accepted
 *   after    it is accepted, and its connection breaks instead of the response
 */
const FATES = ['pass', 'late', 'refuse', 'lose', 'after'] as const
const LATE_MS = 100

/** The mail server of all processes. */
export class MailServer {
  /** The Message-IDs of all mails that it has accepted, with repetitions. */
  readonly accepted: string[] = []
  readonly #sockets = new Map<number | undefined, Socket>()
  #fates: Random | undefined
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData: (stream, { remotePort }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const [, id = ''] = /^message-id: <(.*)@/im.exec(Buffer.concat(parts).toString()) ?? []
        void this.#handle(id, { done, cut: () => this.#sockets.get(remotePort)?.destroy() })
      })
    },
  })

  static async open(): Promise<MailServer> {
    const opened = new MailServer()
    const server = opened.#server
    server.on('error', () => undefined)
    server.server.on('connection', (socket) => {
      opened.#sockets.set(socket.remotePort, socket)
      socket.on('close', () => opened.#sockets.delete(socket.remotePort))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return opened
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`
  }

  /** Makes mails and responses to them get lost, as `fates` draws; undefined ends that. */
  trouble(fates: Random | undefined): void {
    this.#fates = fates
  }

  async #handle(id: string, { done, cut }: { done(error?: Error): void; cut(): void }) {
    const fate = this.#fates?.pick(FATES) ?? 'pass'
    if (fate !== 'lose' && fate !== 'refuse') this.accepted.push(id)
    if (fate === 'late') await pause(LATE_MS)
    if (fate === 'lose' || fate === 'after') cut()
    else if (fate === 'refuse') done(Object.assign(new Error('later'), { responseCode: 451 }))
    else done()
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
