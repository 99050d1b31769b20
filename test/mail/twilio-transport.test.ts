import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTwilioTransport, UNKNOWN_SMS } from '../../src/mail/mod.ts'
import { selfSigned } from '../support/certificate.ts'

const TEXT = { phone: '+4915100000015', text: 'x' }
/** A TLS record that was not encrypted, so its reader gets a TLS error. */
const FORGED = Buffer.concat([Buffer.of(0x17, 3, 3, 0, 64), Buffer.alloc(64)])

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

function transportTo(port: number) {
  return createTwilioTransport({ url: `https://AC1:token@127.0.0.1:${port}`, from: '+12025550199' })
}

/** Starts a TLS server that breaks each connection once it has read a text; returns the texts. */
async function startBreakingServer() {
  const read: string[] = []
  const breaks: (() => void)[] = []
  const secure = createTlsServer(selfSigned('127.0.0.1'), (socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (part) => {
      read.push(String(part))
      for (const cut of breaks) cut()
    })
  })
  const target = await portOf(secure)
  const relay = createServer((client) => {
    const server = connect(target, '127.0.0.1')
    breaks.push(() => {
      server.unpipe(client)
      client.write(FORGED, () => client.resetAndDestroy())
    })
    for (const one of [client, server]) one.on('error', () => one.destroy())
    client.pipe(server).pipe(client)
  })
  return { port: await portOf(relay), read }
}

test('after a TLS error the text may have arrived, so it is not sent again', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { port, read } = await startBreakingServer()

  expect(await transportTo(port).send(TEXT)).toEqual(UNKNOWN_SMS)
  expect(read).toEqual([expect.stringMatching(/^POST .*\/Messages\.json HTTP/)])
})

test('a text was not sent if no server listens, or if the certificate is not trusted', async () => {
  const { port, read } = await startBreakingServer()
  await expect(transportTo(port).send(TEXT)).rejects.toThrow(/no connection .*SELF_SIGNED/)
  const closedServer = createServer()
  const free = await portOf(closedServer)
  await new Promise((resolve) => closedServer.close(resolve))
  await expect(transportTo(free).send(TEXT)).rejects.toThrow(/no connection .* ECONNREFUSED/)
  expect(read).toEqual([])
})
