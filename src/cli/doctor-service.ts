import { lookup } from 'node:dns/promises'
import { connect, isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { MS_PER_SECOND, systemClock } from '../core/mod.ts'
import { right, SILENCE_MS_MAX, wrong, type Finding } from './doctor-finding.ts'
import { exchange, readBody, type HttpResponse } from './exchange.ts'
import { faultCodeOf } from './failure.ts'
import { fieldOf, parseJson, textOf } from './json.ts'
import { printable } from './terminal.ts'

export interface ServiceReport {
  readonly findings: readonly Finding[]
  /** Lead of the service's clock over ours; undefined if no Tessera responds. */
  readonly clockOffsetMs?: number
}

const INTERFACE_MAJOR = '1'
/** The service refuses timestamps that are too far from its own clock, 300 s by default. */
const CLOCK_SECONDS_MAX = 60

const CERTIFICATE_FAULTS = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/

/** Checks address, connection, TLS and service up to the first failure, then version and clock. */
export async function checkService(base: string): Promise<ServiceReport> {
  const findings: Finding[] = []
  for (const check of [checkAddress, checkConnection, checkTls]) {
    const finding = await check(new URL(base))
    if (finding) findings.push(finding)
    if (finding?.isRight === false) return { findings }
  }
  const document = await readDocument(base)
  if (!('version' in document)) return { findings: [...findings, document] }
  const { version, clockOffsetMs } = document
  findings.push(right('service', 'a Tessera responds'), checkVersion(version))
  findings.push(checkClock(clockOffsetMs))
  return { findings, clockOffsetMs }
}

async function checkAddress({ hostname, pathname }: URL): Promise<Finding> {
  if (/^\/(v2|api|admin|docs)\b/.test(pathname)) {
    const path = pathname.split('/')[1]
    return wrong('address', `TESSERA_URL ends in a path of the service: remove /${path} from it`)
  }
  const host = hostOf(hostname)
  if (isIP(host) !== 0) return right('address', host)
  try {
    const { address } = await lookup(host)
    return right('address', `${host} is ${address}`)
  } catch (error) {
    const remedy = 'correct the host in TESSERA_URL, or the DNS of this machine'
    return wrong('address', `the name ${host} has no address (${faultCodeOf(error)}): ${remedy}`)
  }
}

async function checkConnection(url: URL): Promise<Finding> {
  const { host, port } = endpointOf(url)
  const error = await faultOf(() => connect({ host, port }), 'connect')
  if (error === undefined) return right('connection', `${host} accepts connections on port ${port}`)
  const remedy =
    error === 'ECONNREFUSED'
      ? 'nothing listens there: start the service, or correct the port in TESSERA_URL'
      : 'ask whether a firewall is in between, or whether your network needs a proxy'
  return wrong('connection', `${host} port ${port} cannot be reached (${error}): ${remedy}`)
}

async function checkTls(url: URL): Promise<Finding | undefined> {
  if (url.protocol !== 'https:') return undefined
  const { host, port } = endpointOf(url)
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const error = await faultOf(() => connectTls({ host, port, ...servername }), 'secureConnect')
  if (error === undefined) return right('tls', 'the certificate is valid for this host')
  const remedy = CERTIFICATE_FAULTS.test(error)
    ? 'correct the host in TESSERA_URL, or trust its authority with NODE_EXTRA_CA_CERTS'
    : `port ${port} does not speak TLS: write http:// in TESSERA_URL, or correct the port`
  return wrong('tls', `the TLS handshake failed (${error}): ${remedy}`)
}

function endpointOf({ hostname, port, protocol }: URL): { host: string; port: number } {
  const host = hostOf(hostname)
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}

/** Returns an IPv6 address without its brackets. */
function hostOf(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Opens a connection and closes it. Returns the code of the error, or undefined if none occurs. */
function faultOf(
  open: () => ReturnType<typeof connect>,
  ready: 'connect' | 'secureConnect',
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = open()
    socket.setTimeout(SILENCE_MS_MAX, () => socket.destroy(new Error('ETIMEDOUT')))
    socket.once(ready, () => {
      resolve(undefined)
      socket.destroy()
    })
    socket.once('error', (error) => resolve(faultCodeOf(error)))
  })
}

interface Document {
  readonly version: string
  readonly clockOffsetMs: number
}

async function readDocument(base: string): Promise<Document | Finding> {
  const before = systemClock.now()
  let response: HttpResponse
  let text: string
  try {
    response = await exchange({
      method: 'GET',
      base,
      target: '/openapi.json',
      headers: {},
      silenceMsMax: SILENCE_MS_MAX,
    })
    text = (await readBody(response.body)).toString('utf8')
  } catch (error) {
    const remedy = 'if it expects TLS, write https:// in TESSERA_URL'
    return wrong(
      'service',
      `the connection ends without a response (${faultCodeOf(error)}): ${remedy}`,
    )
  }
  const after = systemClock.now()
  const info = fieldOf(parseJson(text), 'info')
  const version = textOf(fieldOf(info, 'version'))
  if (textOf(fieldOf(info, 'title')) !== 'Tessera' || version === undefined) {
    return noTessera(response)
  }
  const date = Date.parse(response.headers.date ?? '')
  // The header has whole seconds: on average half a second has passed since.
  const serviceNow = date + MS_PER_SECOND / 2
  const clockOffsetMs = Number.isNaN(date) ? 0 : serviceNow - (before + after) / 2
  return { version, clockOffsetMs }
}

function noTessera({ status, headers }: HttpResponse): Finding {
  if (headers.location !== undefined) {
    const to = printable(headers.location)
    return wrong('service', `it redirects to ${to}: write the address that it names in TESSERA_URL`)
  }
  if (status === 503) {
    const remedy = 'try again later, or ask the operator'
    return wrong('service', `the service is overloaded, or starts or stops (503): ${remedy}`)
  }
  const remedy = 'correct TESSERA_URL; it is the base of the interface, without a path'
  return wrong('service', `the server there is not a Tessera (${status}): ${remedy}`)
}

function checkVersion(version: string): Finding {
  const says = `the interface has version ${printable(version)}`
  if (version.startsWith(`${INTERFACE_MAJOR}.`)) return right('version', says)
  const remedy = `this tessera speaks version ${INTERFACE_MAJOR}: install the one of the service`
  return wrong('version', `${says}, and ${remedy}`)
}

function checkClock(clockOffsetMs: number): Finding {
  const seconds = Math.round(Math.abs(clockOffsetMs) / MS_PER_SECOND)
  if (seconds <= CLOCK_SECONDS_MAX) {
    return right('clock', `at most ${seconds + 1} s away from that of the service`)
  }
  const side = clockOffsetMs > 0 ? 'behind' : 'ahead of'
  const remedy = 'synchronize it (NTP); requests are refused if it is 300 s away'
  return wrong(
    'clock',
    `the clock of this machine is ${seconds} s ${side} the service's: ${remedy}`,
  )
}
