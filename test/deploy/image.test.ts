import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openMailbox, type Mailbox } from '../consumers/mailbox.ts'
import { makeInstallation, type ServiceProcess } from '../faults/service-process.ts'
import { Authenticator } from '../support/authenticator.ts'
import { cookieOf, Http, signedClient, type Json, type Reply } from '../support/client.ts'
import { freshDatabase } from '../support/database.ts'
import { databaseUrlOf } from '../support/database-url.ts'
import { eventually } from '../support/eventually.ts'
import { CLIENT, startProvider, visit, type TestProvider } from '../support/oidc-provider.ts'
import { json, startScript } from '../support/scripted-server.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { FROM_OWN_PAGE, fromPage, PASSWORD } from '../support/signed-in.ts'
import { startCollector } from '../telemetry/collector.ts'
import { makeImageLayout } from './image-layout.ts'
import { chartContainer, composeEnvironment } from './shipped-environments.ts'

const ADMIN_TOKEN = 'operator-token-of-the-image'
const CONSOLE = { origin: 'http://localhost:8081', rpId: 'localhost' }
const EMAIL = 'ann@example.com'
const PASSKEYS = '/second-factors/passkeys'
/** Free ports, because other tests may use the ports of the image. */
const OWN_PORTS = { TESSERA_PORT: '0', TESSERA_ADMIN_PORT: '0', TESSERA_DRAIN_NOTICE_SECONDS: '0' }

type Settings = Readonly<Record<string, string>>

/** Creates a database; returns functions that start the image on it. */
async function openImage() {
  const [image, database] = [await makeImageLayout(), await freshDatabase()]
  onTestFinished(() => database.drop())
  const installation = makeInstallation({ isEmpty: true })
  const environmentOf = (settings: Settings): Settings => ({
    ...image.environment,
    ...settings,
    ...OWN_PORTS,
    DATABASE_URL: databaseUrlOf(database.target),
    // The root file system is read-only, and nothing is mounted there.
    TESSERA_DATA_DIR: '/dev/null/data',
  })
  return {
    start: (settings: Settings, args: readonly string[] = image.command) =>
      installation.start(environmentOf(settings), image.directory, args),
    run: (settings: Settings, args: readonly string[]) =>
      installation.run(args, environmentOf(settings), image.directory),
    entryPoint: image.entryPoint,
  }
}

async function statusOf({ url }: ServiceProcess, path: string): Promise<number> {
  // A process listens at every address of its container.
  return (await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}${path}`)).status
}

const SECRET = {
  DATABASE_URL: 'postgres://replaced',
  TESSERA_MASTER_KEY: randomBytes(32).toString('base64'),
  TESSERA_ADMIN_TOKEN: ADMIN_TOKEN,
}

test('each workload of the chart starts in the layout of the image, after the migration', async () => {
  const { start, run, entryPoint } = await openImage()
  const flags = ['--max-semi-space-size=32', '--heap-growing-percent=100']
  expect(entryPoint).toEqual(['node', ...flags, 'bin/tessera.js'])

  const { environment, args = [] } = chartContainer('Job/tessera-migrate', SECRET)
  expect(await run(environment, args)).toMatchObject({ code: 0 })
  for (const role of ['api', 'worker']) {
    const workload = chartContainer(`Deployment/tessera-${role}`, SECRET)
    const process = await start(workload.environment, workload.args)
    await eventually(async () => expect(await statusOf(process, '/health/ready')).toBe(200))
    expect(await statusOf(process, '/docs/orders')).toBe(role === 'api' ? 200 : 404)
    await process.end('SIGKILL')
  }
})

test('with the settings of compose, people sign in by mail, passkey and OpenID Connect, and orders are traced', async () => {
  const { start } = await openImage()
  const [mailbox, provider, collector] = [
    await openMailbox(),
    await startProvider(),
    await startCollector(),
  ]
  onTestFinished(async () => {
    await mailbox.down()
    await provider.close()
  })
  provider.accept(`${CONSOLE.origin}/console/oidc`)
  const kms = await startScript(json(200, { Plaintext: SECRET.TESSERA_MASTER_KEY }))
  const outside = {
    AWS_ENDPOINT_URL_KMS: kms.url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    TESSERA_SMTP_URL: mailbox.url,
    TESSERA_OIDC_ISSUER: provider.issuer,
    TESSERA_OIDC_CLIENT_ID: CLIENT.oidcClientId,
    TESSERA_OIDC_CLIENT_SECRET: CLIENT.oidcClientSecret,
    TESSERA_OTLP_ENDPOINT: collector.url,
  }
  const filledIn = {
    POSTGRES_PASSWORD: 'postgres',
    TESSERA_MASTER_KEY: `aws-kms:${Buffer.from('wrapped').toString('base64')}`,
    TESSERA_ADMIN_TOKEN: ADMIN_TOKEN,
    TESSERA_PUBLIC_URL: 'http://localhost:8080',
  }
  const api = await start({ ...composeEnvironment('api-1', filledIn), ...outside })
  // Mails are sent by workers.
  await start({ ...composeEnvironment('worker', filledIn), ...outside })
  const operatorUrl = api.log.find(({ msg }) => msg === 'started')?.operatorUrl
  const operator = new Http(operatorUrl ?? 'http://none')
  const partners = new Http(api.url)
  onTestFinished(() => {
    operator.close()
    partners.close()
  })

  const cookie = await joinByMail(operator, mailbox)
  await signInByPasskey(operator, cookie)
  await signInByOidc(operator, provider)
  await placeOrder(operator, partners)
  await api.end('SIGTERM')

  expect(kms.headers[0]?.['x-amz-target']).toBe('TrentService.Decrypt')
  expect(collector.spans.map(({ name }) => name)).toContain('POST /v2/orders')
  expect([...collector.metrics.keys()]).toContain('tessera_http_request_duration_seconds')
})

/** Accepts an invitation of the operator by the link of its mail, signs in, returns the cookie. */
async function joinByMail(http: Http, mailbox: Mailbox): Promise<string> {
  dataOf(await asOperator(http, '/admin/v1/invitations', { email: EMAIL, role: 'admin' }))
  const link = await eventually(() => {
    const raw = mailbox.received.find(({ to }) => to === EMAIL)?.raw.replaceAll('=\r\n', '') ?? ''
    return new URL(/http:\/\/localhost:8081\/console\/\S+/.exec(raw)?.[0] ?? 'no mail')
  })
  const accepted = { token: link.hash.slice(1), name: 'Ann', password: PASSWORD }
  expect((await fromPage({ http }, '/invitations/accept', { body: accepted })).status).toBe(201)
  const reply = await fromPage({ http }, '/sign-in', { body: { email: EMAIL, password: PASSWORD } })
  return cookieOf(reply)
}

/** Adds a passkey, signs in by it, and reads what only operators may. */
async function signInByPasskey(http: Http, cookie: string): Promise<void> {
  const passkey = new Authenticator()
  const options = dataOf(
    await fromPage({ http }, PASSKEYS, { body: { password: PASSWORD }, cookie }),
  )
  const added = { name: 'laptop', ...passkey.create(options, CONSOLE) }
  expect((await fromPage({ http }, `${PASSKEYS}/confirm`, { body: added, cookie })).status).toBe(
    201,
  )

  const challenge = dataOf(await fromPage({ http }, '/sign-in/passkey/begin', { body: {} }))
  passkey.signatures += 1
  const body = passkey.get(challenge, CONSOLE)
  const reply = await fromPage({ http }, '/sign-in/passkey/finish', { body })

  expect(await statusOfPartnerList(http, cookieOf(reply))).toBe(200)
}

async function signInByOidc(http: Http, provider: TestProvider): Promise<void> {
  provider.accounts.set('ann', { email: EMAIL, email_verified: true })
  const signIn = await fromPage({ http }, '/oidc/begin', { body: {} })
  const query = await visit(String(dataOf(signIn).url), 'ann')
  const reply = await fromPage({ http }, '/oidc/finish', {
    body: { query },
    cookie: cookieOf(signIn),
  })

  expect(await statusOfPartnerList(http, cookieOf(reply))).toBe(200)
}

async function placeOrder(operator: Http, http: Http): Promise<void> {
  const post = async (target: string, body: object): Promise<Json> =>
    dataOf(await asOperator(operator, target, body))
  const { partnerId } = await post('/admin/v1/partners', { name: 'Acme' })
  const path = `/admin/v1/partners/${partnerId}`
  const { clientId, apiKey, hmacSecret } = await post(`${path}/credentials`, {})
  await post(`${path}/deposits`, { currency: 'USD', amount: 100, reference: 'wire-1' })
  const { productId } = await post('/admin/v1/products', {
    brand: 'Northwind',
    currency: 'USD',
    denominationType: 'VARIABLE',
    minAmount: 1,
    maxAmount: 100,
    supplier: 'generator',
  })
  const client = signedClient(http, { clientId, apiKey, hmacSecret })

  expect((await client.post('/v2/orders', anOrder({ productId }))).status).toBe(201)
}

function asOperator(http: Http, target: string, body: object): Promise<Reply> {
  const headers = {
    authorization: `Bearer ${ADMIN_TOKEN}`,
    'content-type': 'application/json',
  }
  return http.send({ method: 'POST', target, headers, body: JSON.stringify(body) })
}

async function statusOfPartnerList(http: Http, cookie: string): Promise<number> {
  const target = '/admin/v1/partners'
  const headers = { ...FROM_OWN_PAGE, cookie }
  return (await http.send({ method: 'GET', target, headers })).status
}
