import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { readPage } from '../docs/markdown.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from './rolling.ts'

/** A balancer with a configuration in deploy/. */
export interface BalancerProgram {
  readonly command: string
  readonly configuration: string
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
  argv: (file, directory) => {
    const global = 'daemon off; pid nginx.pid; error_log stderr;'
    return ['-p', directory, '-e', 'stderr', '-c', file, '-g', global]
  },
}

/** Starts a balancer in front of two processes, on ports of this test; returns its URL. */
export async function startBalancer(
  { command, configuration, argv }: BalancerProgram,
  processes: readonly string[],
): Promise<string> {
  const port = await freePort()
  const [one = '', two = ''] = processes.map((url) => new URL(url).host)
  const text = readPage(configuration)
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
    .replace('127.0.0.1:8081', one)
    .replace('127.0.0.1:8082', two)
  const directory = mkdtempSync(join(tmpdir(), 'tessera-balancer-'))
  const file = join(directory, 'configuration')
  writeFileSync(file, text)
  const child = spawn(command, argv(file, directory), { stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    rmSync(directory, { recursive: true })
  })
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => expect((await fetch(url)).status).not.toBe(503))
  return url
}
