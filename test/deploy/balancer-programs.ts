import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readPage } from '../docs/markdown.ts'
import type { Certificate } from '../support/certificate.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'

/** A balancer with a configuration in deploy/. */
export interface BalancerProgram {
  readonly command: string
  readonly configuration: string
  /** A wait of the configuration, and its short replacement in tests. */
  readonly hurried?: readonly [string, string]
  argv(file: string, directory: string): readonly string[]
}

export const HAPROXY: BalancerProgram = {
  command: 'haproxy',
  configuration: 'deploy/haproxy/haproxy.cfg',
  argv: (file) => ['-db', '-f', file],
}

export const NGINX: BalancerProgram = {
  command: 'nginx',
  configuration: 'deploy/nginx/nginx.conf',
  hurried: ['proxy_read_timeout 15s', 'proxy_read_timeout 2s'],
  argv: (file, directory) => {
    const global = 'daemon off; pid nginx.pid; error_log stderr;'
    return ['-p', directory, '-e', 'stderr', '-c', file, '-g', global]
  },
}

/** Turns on the lines for TLS of a configuration; `startBalancer` sets the URL. */
export interface Tls {
  readonly certificate: Certificate
  url: string
}

/** Starts a balancer in front of two processes, on ports of this test; returns its URL. */
export async function startBalancer(
  { command, configuration, hurried = ['', ''], argv }: BalancerProgram,
  processes: readonly string[],
  tls?: Tls,
): Promise<string> {
  const port = await freePort()
  const [one = '', two = ''] = processes.map((url) => new URL(url).host)
  const directory = mkdtempSync(join(tmpdir(), 'tessera-balancer-'))
  const text = readPage(configuration)
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', one)
    .replace('127.0.0.1:8082', two)
    .replace(...hurried)
  const file = join(directory, 'configuration')
  writeFileSync(file, tls ? withTls(text, { tls, directory, port: await freePort() }) : text)
  const child = spawn(command, argv(file, directory), { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(directory, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () =>
    expect((await fetch(url, { redirect: 'manual' })).status).not.toBe(503),
  )
  return url
}

/** Uncomments the lines for TLS, and writes the certificate to the file that they name. */
function withTls(
  text: string,
  {
    tls,
    directory,
    port,
  }: { readonly tls: Tls; readonly directory: string; readonly port: number },
): string {
  const { cert, key } = tls.certificate
  const certificates = join(directory, 'certificates')
  mkdirSync(certificates)
  // HAProxy reads every file there, and nginx two by their names.
  const isBoth = text.includes('crt /etc/haproxy/certificates/')
  writeFileSync(join(certificates, 'tessera.crt'), isBoth ? cert + key : cert)
  if (!isBoth) writeFileSync(join(certificates, 'tessera.key'), key)
  tls.url = `https://127.0.0.1:${port}`
  return text
    .replaceAll('#tls ', '')
    .replace('127.0.0.1:8443', `127.0.0.1:${port}`)
    .replaceAll(/\/etc\/(haproxy|nginx)\/certificates/g, certificates)
}
