import { once } from 'node:events'
import { connect, Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { listenAt } from '../../src/http/listeners/listen.ts'

const SECOND = '127.0.0.2'

/** Starts a server with its own response to unreadable bytes. */
async function listenOn(addresses: readonly string[]) {
  const app = Fastify({
    clientErrorHandler: (_error, socket) => void socket.end('HTTP/1.1 400 Ours\r\n\r\n'),
  })
  app.get('/', () => 'hello')
  onTestFinished(() => app.close())
  const opened = await listenAt({ app, port: 0 }, addresses)
  return { ...opened, app, port: Number(new URL(opened.url).port) }
}

async function connectTo(host: string, port: number): Promise<Socket> {
  const socket = connect({ host, port })
  await once(socket, 'connect')
  return socket
}

test('listeners of the server get connections to every address', async () => {
  const { port } = await listenOn(['127.0.0.1', SECOND])
  for (const host of ['127.0.0.1', SECOND]) {
    const broken = await connectTo(host, port)
    broken.end('no request\r\n\r\n')
    expect(await text(broken)).toMatch(/^HTTP\/1\.1 400 Ours/)
    const whole = await connectTo(host, port)
    whole.end('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    expect(await text(whole)).toMatch(/^HTTP\/1\.1 200 OK[^]*hello$/)
  }
})

test('an address that this machine does not have is left out', async () => {
  const { url } = await listenOn(['127.0.0.1', '192.0.2.99'])
  expect((await fetch(url)).status).toBe(200)
})

test('the further addresses close on request; their connections close with the server', async () => {
  const { app, port, stopOthers } = await listenOn(['127.0.0.1', SECOND])
  const stuck = await connectTo(SECOND, port)
  stuck.write('GET / HTTP/1.1\r\n')
  stopOthers()
  await expect(connectTo(SECOND, port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  app.server.closeAllConnections()
  await once(stuck, 'close')
})

test('more connections may wait to be accepted than Node.js allows by default', async () => {
  const backlogs: unknown[] = []
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    backlogs.push((args[0] as { backlog?: number }).backlog)
    return Reflect.apply(listen, this, args) as Server
  }
  onTestFinished(() => void (Server.prototype.listen = listen))
  await listenOn(['127.0.0.1', SECOND])

  expect(backlogs).toEqual([65_535, 65_535])
})
