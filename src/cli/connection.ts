import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadClientConfig, type ClientConfig, type Environment } from '../settings/mod.ts'
import type { Signer } from '../core/mod.ts'
import { DEMO_FILE_NAME, readDemo, type DemoCredentials } from '../demo/mod.ts'
import { CommandFailure } from './failure.ts'

const ADMIN_PORT_FALLBACK = 8081
const URL_FALLBACK = 'http://127.0.0.1:8080'
/** Where a service without TESSERA_ADMIN_TOKEN stores the token that it generated. */
const TOKEN_FILE_NAME = 'admin.token'

/** The address that `tessera call` sends to, and the credential that it signs with. */
export interface PartnerConnection {
  readonly base: string
  readonly signer: Signer
  /** True if the credential is one of the demo. */
  readonly isDemo: boolean
}

/** The address and token of operator commands. */
export interface OperatorConnection {
  readonly base: string
  readonly token: string
}

/** The address of operator commands, and the session of a user who gives them. */
export interface UserConnection {
  readonly base: string
  readonly cookie: string
}

/**
 * Returns the credentials of the environment, all three or none. Without them, returns those of the
 * demo's first partner. `name` selects a demo partner by the beginning of its name, or the test
 * credential of the first partner. It takes precedence over the environment.
 */
export async function partnerConnection(
  env?: Environment,
  name?: string,
): Promise<PartnerConnection> {
  const config = loadClientConfig(env)
  const signer = name === undefined ? signerOf(config) : undefined
  if (signer) return { base: await baseOf(config), signer, isDemo: false }
  const demo = await readDemo(config.dataDir)
  if (!demo) {
    throw new CommandFailure(
      'no credentials: set TESSERA_URL, TESSERA_CLIENT_ID, TESSERA_API_KEY and ' +
        'TESSERA_HMAC_SECRET. In a checkout, start the demo with `npm start`, or set ' +
        `TESSERA_DATA_DIR to its data directory (${config.dataDir} has no ${DEMO_FILE_NAME})`,
    )
  }
  const base = config.url ?? demo.url
  return { base, signer: name === undefined ? demo : signerNamed(demo, name), isDemo: true }
}

/** The name of the demo's test credential. */
const TEST_NAME = 'test'

function signerNamed(demo: DemoCredentials, name: string): Signer {
  if (name === TEST_NAME && demo.test) return demo.test
  const partners = [demo, ...demo.otherPartners]
  const isNamed = (text: string): boolean => text.toLowerCase().startsWith(name.toLowerCase())
  const partner = partners.find(({ partnerName }) => name !== '' && isNamed(partnerName))
  if (partner) return partner
  const names = partners.map(({ partnerName }) => partnerName).join(', ')
  throw new CommandFailure(`the demo has no partner "${name}"; it has ${names}`)
}

/** Returns the token of the environment, of the demo, or the one that the service generated. */
export async function operatorConnection(env?: Environment): Promise<OperatorConnection> {
  const config = loadClientConfig(env)
  const base = operatorBaseOf(config) ?? (await baseOf(config))
  const token =
    config.adminToken ??
    (await demoOf(config))?.adminToken ??
    (await generatedToken(config.dataDir))
  if (token !== undefined) return { base, token }
  throw new CommandFailure(
    `no operator token: set TESSERA_ADMIN_TOKEN, or TESSERA_DATA_DIR to the service's data ` +
      `directory (${config.dataDir} holds neither ${DEMO_FILE_NAME} nor ${TOKEN_FILE_NAME})`,
  )
}

function signerOf({ clientId, apiKey, hmacSecret }: ClientConfig): Signer | undefined {
  if (clientId !== undefined && apiKey !== undefined && hmacSecret !== undefined) {
    return { clientId, apiKey, hmacSecret }
  }
  const credentials = {
    TESSERA_API_KEY: apiKey,
    TESSERA_CLIENT_ID: clientId,
    TESSERA_HMAC_SECRET: hmacSecret,
  }
  const missing = Object.entries(credentials).filter(([, value]) => value === undefined)
  if (missing.length === Object.keys(credentials).length) return undefined
  const names = missing.map(([name]) => name).join(' and ')
  throw new CommandFailure(`the credentials of the environment are incomplete: set ${names} too`)
}

/** Returns the operator's own address, if the environment names one. */
function operatorBaseOf({ url, adminHost, adminPort }: ClientConfig): string | undefined {
  if (url !== undefined || (adminHost === undefined && adminPort === undefined)) return undefined
  const host = adminHost ?? '127.0.0.1'
  return `http://${host.includes(':') ? `[${host}]` : host}:${adminPort ?? ADMIN_PORT_FALLBACK}`
}

async function baseOf(config: ClientConfig): Promise<string> {
  return config.url ?? (await demoOf(config))?.url ?? URL_FALLBACK
}

/**
 * Returns the demo's credentials, or undefined if there are none or this user may not read them.
 */
async function demoOf({ dataDir }: ClientConfig): Promise<DemoCredentials | undefined> {
  return await readDemo(dataDir).catch(() => undefined)
}

async function generatedToken(dataDir: string): Promise<string | undefined> {
  const text = await readFile(join(dataDir, TOKEN_FILE_NAME), 'utf8').catch(() => '')
  return text.trim() === '' ? undefined : text.trim()
}
