import { blocksOf, readPage } from '../docs/markdown.ts'
import { PUBLIC } from './sources.ts'

/** The names that the examples of the docstrings use, with their types. */
const CONTEXT = `
import {
  parseFault, signedHeaders, signedHeadersV2, signLinkUrl, signWebhook, Tessera, TesseraError,
  textOfLink, textToSign, textToSignV2, verifyWebhook, type NewOrder, type Signer,
} from '@tessera/sdk'

interface Context extends Signer {
  tessera: Tessera; signer: Signer; baseUrl: string
  id: string; linkId: string; order: NewOrder; walletId: string; customerId: number; after: string
  request: Request; secret: string; response: Response
  method: string; target: string; body: string; timestamp: string; bodyHash: string; nonce: string
}
type Example = (context: Context) => Promise<void>
`
/** Runs all examples at a service, and prints the titles of those that succeed as the last line. */
const RUN = `
const { TESSERA_URL: baseUrl = '', TESSERA_CLIENT_ID: clientId = '' } = process.env
const { TESSERA_API_KEY: apiKey = '', TESSERA_HMAC_SECRET: hmacSecret = '' } = process.env
const signer = { clientId, apiKey, hmacSecret }
const tessera = new Tessera({ baseUrl, ...signer })
const item = { productId: 1, amount: 25, quantity: 2 }
const order = { clientReference: 'examples', currency: 'USD', items: [item] }
const { id: orderId } = await tessera.orders.create(order)
await tessera.orders.waitForCompletion(orderId)
const bo = { fullName: 'Bo', email: 'bo@example.com', currency: 'USD', initialFunds: 0 }
const { draftId } = await tessera.orders.createDraft({ ...order, clientReference: 'draft' })
const { id: customerId, walletId } = await tessera.createCustomer(bo)
const endpoint = await tessera.webhookEndpoints.create({ url: 'https://example.com/hooks' })
const recipients = [{ name: 'Ada' }, { name: 'Ben' }]
const ofLinks = { reference: 'examples', currency: 'USD', amount: 1, recipients }
const { links: [first, second] } = await tessera.links.send(ofLinks)
const links: Record<string, string | undefined> = {
  'links.ts cancel': second?.linkId,
  'links.ts resend': process.env.MAILED_LINK_ID,
}
const { secret, body, headers } = JSON.parse(process.env.WEBHOOK ?? '')
const { value: page } = await tessera.events().pages().next()
const context = {
  ...signer, signer, baseUrl, tessera, customerId, walletId, secret, body,
  order: { clientReference: 'poor', currency: 'USD', items: [{ ...item, quantity: 1_000 }] },
  after: page?.after ?? '', response: new Response('{}'),
  request: new Request(baseUrl, { method: 'POST', body, headers }),
  method: 'POST', target: '/', timestamp: '', bodyHash: '', nonce: '',
}
const succeeded: string[] = []
for (const [title, example] of Object.entries(EXAMPLES)) {
  const idOfOrder = title.endsWith('getDraft') ? draftId : orderId
  const id = title.startsWith('webhook-endpoints') ? endpoint.id : idOfOrder
  await example({ ...context, id, linkId: links[title] ?? first?.linkId ?? '' })
  succeeded.push(title)
}
const { log } = console
log(JSON.stringify(succeeded))
`

export const EXAMPLE_TITLES = PUBLIC.filter(({ example }) => example).map(({ title }) => title)

/** A program of the examples of all docstrings. */
export const DOCSTRINGS = [
  CONTEXT,
  'const EXAMPLES: Record<string, Example> = {',
  ...PUBLIC.flatMap(({ title, example }) => {
    const names = Array.from(new Set(example?.match(/\b[a-zA-Z]\w*\b/g))).filter(isOfContext)
    return example ? [`'${title}': async ({ ${names.join(', ')} }) => { { ${example} } },`] : []
  }),
  '}',
  RUN,
].join('\n')

function isOfContext(name: string): boolean {
  return (
    new RegExp(`\\b${name}: `).test(CONTEXT) || ['clientId', 'apiKey', 'hmacSecret'].includes(name)
  )
}

/** The TypeScript of a guide as one program. */
export function programOf(guide: string): string {
  return blocksOf(readPage(guide), 'ts').join('\n')
}
