import type { Command } from 'commander'
import { isoTime, signedHeadersV2, systemClock, randomUUID } from '../core/mod.ts'
import { partnerConnection } from './connection.ts'
import { printResponse } from './call-response.ts'
import { exchange, type HttpRequest } from './exchange.ts'
import { EXIT_FAILURE, UsageFailure } from './failure.ts'
import { collectHeader, readHeader } from './header-option.ts'
import type { Invocation } from './invocation.ts'
import { readSource } from './sources.ts'

interface CallOptions {
  readonly data?: string
  readonly header: readonly string[]
  readonly idempotencyKey?: string
  readonly include?: true
  readonly as?: string
  readonly raw?: true
}

/** Adds the command `call`: one signed request, as a partner would send it. */
export function addCallCommand(program: Command, invocation: Invocation): void {
  const command = program
    .command('call')
    .description('send one signed request as a partner, and print the response')
    .argument('<method>', 'GET or POST')
    .argument('<path>', 'with its query, such as /v2/products?currency=USD')
    .option('-d, --data <json>', 'body: JSON, @file, or - for the standard input; sent as it is')
    .option(
      '-H, --header <header>',
      'a further header, as "name: value"; repeatable',
      collectHeader,
      [],
    )
    .option('--idempotency-key <uuid>', 'makes a repeated request safe')
    .option(
      '--as <partner>',
      'sign as a partner of the demo, by the beginning of its name, or as test',
    )
    .option('-i, --include', 'print status and headers before the body')
    .option('--raw', 'print the body as it is')
    .addHelpText('after', EXAMPLES)
  command.action(async (method: string, path: string) => {
    const request = await buildRequest(command.opts<CallOptions>(), { method, path }, invocation)
    const startedAt = systemClock.monotonic()
    const response = await exchange(request)
    const durationMs = systemClock.monotonic() - startedAt
    await printResponse(
      response,
      { ...command.opts<CallOptions>(), durationMs },
      invocation.terminal,
    )
    if (response.status < 200 || response.status > 299) invocation.exitCode = EXIT_FAILURE
  })
}

const EXAMPLES = `
Signs with TESSERA_API_KEY, TESSERA_CLIENT_ID and TESSERA_HMAC_SECRET. Without them, or with --as,
it signs as a partner of the demo, which is in demo.json of TESSERA_DATA_DIR (./data without it).
TESSERA_URL says where the service is.
The status goes to the error output, the body to the standard output. Exit code 0 for 2xx, else 1.

Examples:
  $ tessera call GET /v2/accounts/balances
  $ tessera call GET '/v2/products?currency=USD&pageSize=5'
  $ tessera call --as borealis GET /v2/accounts/balances
  $ tessera call --as test GET '/v2/products?currency=USD'
  $ tessera call POST /v2/orders --data '{"clientReference":"order-1","currency":"USD",
      "items":[{"productId":1,"amount":25,"quantity":2}]}'
  $ tessera call POST /v2/orders --data @order.json
      --idempotency-key "$(node -p 'crypto.randomUUID()')"
  $ tessera call GET /v2/orders/{id}/items | jq '.data[].giftCardNumber'
  $ tessera call POST /api/partner/v1/customer --data '{"fullName":"Ada Vale",
      "email":"ada@example.com","currency":"USD","initialFunds":0}'

An absolute URL (http://...), such as the downloadUrl of an export, is fetched without signature:
  $ tessera call GET 'http://127.0.0.1:8080/...' > codes.csv`

async function buildRequest(
  options: CallOptions,
  { method, path }: { method: string; path: string },
  { terminal, environment }: Invocation,
): Promise<HttpRequest> {
  const verb = method.toUpperCase()
  if (!/^[A-Z]{1,20}$/.test(verb)) throw new UsageFailure(`"${method}" is not a method`)
  const isAddress = /^https?:\/\//i.test(path)
  if (!isAddress && !/^\/[\u0021-\u007E]*$/.test(path)) {
    throw new UsageFailure(`the path must begin with / and be URL-encoded, not "${path}"`)
  }
  const further = furtherHeaders(options)
  const body = options.data === undefined ? undefined : await readSource(options.data, terminal)
  const content = { ...(body && { 'content-type': 'application/json' }) }
  const sent = { method: verb, ...(body && { body }) }
  if (isAddress) return { ...sent, ...splitAddress(path), headers: { ...content, ...further } }
  const { base, signer } = await partnerConnection(environment, options.as)
  const timestamp = isoTime(systemClock.now())
  const signed = signedHeadersV2(signer, {
    method: verb,
    target: path,
    body: body ?? Buffer.alloc(0),
    timestamp,
    idempotencyKey: further['idempotency-key'],
    nonce: randomUUID(),
  })
  return { ...sent, base, target: path, headers: { ...content, ...signed, ...further } }
}

/** Splits an absolute URL. A request to it is not signed, so that no other server gets secrets. */
function splitAddress(address: string): { base: string; target: string } {
  if (!URL.canParse(address)) throw new UsageFailure(`"${address}" is not an address`)
  const { origin, pathname, search } = new URL(address)
  return { base: origin, target: pathname + search }
}

/**
 * Returns the headers of the options. They override the signed headers, so that a wrong signature
 * can be tried out.
 */
function furtherHeaders({ header, idempotencyKey }: CallOptions): Record<string, string> {
  const headers: Record<string, string> = {}
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  for (const text of header) {
    const [name, value] = readHeader(text)
    headers[name] = value
  }
  return headers
}
