import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * A proxy of one node of a cluster. It can lose the response to a chosen command: the node has
 * executed the command, but its coordinator gets no response.
 */
export class AnswerProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #command = ''
  #left = 0
  /** Number of responses that were lost. */
  lost = 0

  private constructor(server: Server) {
    this.#server = server
  }

  /** Listens on a port of its own before a server on this machine. */
  static async open(port: number): Promise<AnswerProxy> {
    const server = createServer({ noDelay: true })
    const proxy = new AnswerProxy(server)
    server.on('connection', (client) =>
      proxy.#join(client, connect({ port, host: '127.0.0.1', noDelay: true })),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  /** Loses the responses to the next `times` commands that begin with this text. */
  lose(command: string, times: number): void {
    this.#command = command
    this.#left = times
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(client: Socket, node: Socket): void {
    let isLost = false
    for (const [socket, peer] of [
      [client, node],
      [node, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => peer.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        peer.destroy()
      })
    }
    client.on('data', (sent) => {
      if (this.#left > 0 && beginsWith(sent, this.#command)) {
        this.#left -= 1
        isLost = true
      }
      node.write(sent)
    })
    node.on('data', (received) => {
      if (!isLost) return void client.write(received)
      this.lost += 1
      client.destroy()
    })
  }
}

/** True if a packet is a simple query of this text: `Q`, a length, and the text. */
function beginsWith(packet: Buffer, command: string): boolean {
  return packet[0] === 0x51 && packet.toString('latin1', 5, 5 + command.length) === command
}
