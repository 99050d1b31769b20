import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { randomUUID } from '../core/mod.ts'
import type { ExampleName } from './examples.ts'

/** A partner of the demo with its credential. */
export interface DemoPartner {
  readonly apiKey: string
  readonly clientId: string
  readonly hmacSecret: string
  readonly partnerId: number
  readonly partnerName: string
}

/** Somebody of the demo who can sign in. */
export interface DemoLogin {
  readonly email: string
  readonly password: string
}

/** The demo's file, for its first partner. Contains secrets. */
export interface DemoCredentials extends DemoPartner {
  /** The demo's URL without a trailing slash. */
  readonly url: string
  readonly adminToken: string
  readonly examples: DemoExamples
  readonly otherPartners: readonly DemoPartner[]
  /** The test partner of the first partner, with a test credential. */
  readonly test: DemoPartner | undefined
  /** An administrator of the operator, and the owner of the first partner. */
  readonly logins: DemoLogins | undefined
  /** True if the service can buy from itself, as the first of these partners. */
  readonly buysUpstream: boolean
}

export interface DemoLogins {
  readonly operator: DemoLogin
  readonly partner: DemoLogin
}

/** Products to try, and the wallet of an existing consumer. */
export type DemoExamples = Readonly<Record<ExampleName, number>> & {
  readonly consumerId: number
  readonly email: string
  readonly walletId: string
}

export const DEMO_FILE_NAME = 'demo.json'
const NOTES_NAME = 'demo.txt'
const OWNER_ONLY = 0o600

/**
 * Returns the demo of this data directory, or undefined if it is missing or incomplete. Rejects if
 * the file may not be read.
 */
export async function readDemo(dataDir: string): Promise<DemoCredentials | undefined> {
  const text = await readFile(join(dataDir, DEMO_FILE_NAME), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    if (!isDemo(parsed)) return undefined
    const buysUpstream = 'buysUpstream' in parsed && parsed.buysUpstream === true
    const test = 'test' in parsed && isPartner(parsed.test) ? parsed.test : undefined
    const logins = 'logins' in parsed && isLogins(parsed.logins) ? parsed.logins : undefined
    return { ...parsed, otherPartners: othersOf(parsed), test, logins, buysUpstream }
  } catch {
    return undefined
  }
}

export async function writeDemo(dataDir: string, demo: DemoCredentials): Promise<void> {
  await writePrivate(join(dataDir, DEMO_FILE_NAME), `${JSON.stringify(demo, undefined, 2)}\n`)
}

/** Writes the notes that are too long to print at the start. Returns the path. */
export async function writeDemoNotes(dataDir: string, notes: string): Promise<string> {
  const path = join(dataDir, NOTES_NAME)
  await writePrivate(path, notes)
  return path
}

/** Writes a new file, readable by its owner only, and renames it into place. */
async function writePrivate(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeFile(draft, text, { mode: OWNER_ONLY })
    await rename(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

const PARTNER_TEXTS = ['apiKey', 'clientId', 'hmacSecret', 'partnerName']

function isPartner(value: unknown, texts = PARTNER_TEXTS): value is DemoPartner {
  if (typeof value !== 'object' || value === null) return false
  const fields = new Map<string, unknown>(Object.entries(value))
  return (
    texts.every((name) => typeof fields.get(name) === 'string') &&
    Number.isSafeInteger(fields.get('partnerId'))
  )
}

function isLogins(value: unknown): value is DemoLogins {
  if (typeof value !== 'object' || value === null) return false
  return (
    'operator' in value && isLogin(value.operator) && 'partner' in value && isLogin(value.partner)
  )
}

function isLogin(value: unknown): value is DemoLogin {
  if (typeof value !== 'object' || value === null) return false
  const { email, password } = { email: undefined, password: undefined, ...value }
  return typeof email === 'string' && typeof password === 'string'
}

/**
 * The contents of the file. A file of an earlier version has one partner, or no test partner, or no
 * logins.
 */
type StoredDemo = Omit<DemoCredentials, 'otherPartners' | 'test' | 'logins' | 'buysUpstream'>

function isDemo(value: unknown): value is StoredDemo {
  return (
    isPartner(value, ['url', 'adminToken', ...PARTNER_TEXTS]) &&
    'examples' in value &&
    typeof value.examples === 'object' &&
    value.examples !== null
  )
}

function othersOf(stored: StoredDemo): DemoPartner[] {
  const others: unknown = 'otherPartners' in stored ? stored.otherPartners : []
  return Array.isArray(others) ? others.filter((one) => isPartner(one)) : []
}
