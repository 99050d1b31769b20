import { Type, type Static } from 'typebox'
import { invalidField, invalidFields, isoTime, readLanguage } from '../../core/mod.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import { addressToken, makeWalletSession, type Owner } from '../../wallet-sessions/mod.ts'
import { readIdempotencyKey } from '../idempotency-key.ts'
import { created, replayed } from '../response.ts'
import { route } from '../route.ts'
import { Instant, Text } from '../shapes/field.ts'
import { requireClaimUrl } from '../links/require-delivery.ts'

const NewWalletSession = Type.Object(
  {
    walletId: Type.Optional(Text('The only wallet of the page; instead of `consumerId`')),
    consumerId: Type.Optional(
      Text('The consumer whose wallets the page has, as a decimal number; instead of `walletId`'),
    ),
    locale: Type.Optional(
      Text('The language of the page, such as `de`; that of the browser unless given'),
    ),
  },
  { title: 'NewWalletSession' },
)

const WalletSessionShape = Type.Object(
  {
    url: Text('Address that opens the page once: anyone who opens it can spend the wallets'),
    expiresAt: Instant(
      'When it can no longer be opened; a page that is open ends after half an hour',
    ),
  },
  { title: 'WalletSession' },
)

const makeSession = route('POST /v2/wallet-sessions', {
  operationId: 'createWalletSession',
  success: [201],
  isKeyed: true,
  refuses: ['idempotency_conflict', 'wallet_unknown', 'consumer_unknown', 'state_conflict'],
  summary: 'Returns a one-time address of the page where an owner spends wallets on gift cards',
  description:
    'Show it to the owner only, where they are signed in. Requires an address for the pages of ' +
    'links (TESSERA_CLAIM_PORT).',
  permission: 'wallets:sessions',
  body: NewWalletSession,
  response: Type.Object({ data: WalletSessionShape }),
  async handle({ partnerId, credential: { clientId }, body, headers }, context) {
    const key = readIdempotencyKey(headers['idempotency-key'])
    if (key.fault) throw invalidFields('invalid_request', [key.fault])
    const owner = ownerIn(body)
    const { locale } = body
    const base = requireClaimUrl(context)
    const { session, isReplayed } = await makeWalletSession(context, partnerId, {
      owner,
      locale: locale === undefined ? undefined : readLanguage('locale', locale),
      idempotencyKey: key.value,
      fingerprint: fingerprintOf(body),
      clientId,
    })
    const url = `${base}/s/${addressToken(context.vault, session)}`
    const response = created({ data: { url, expiresAt: isoTime(session.openUntilMs) } })
    return isReplayed ? replayed(response) : response
  },
})

function ownerIn({ walletId, consumerId }: Static<typeof NewWalletSession>): Owner {
  if (walletId !== undefined && consumerId === undefined) return { walletId }
  if (consumerId !== undefined && walletId === undefined) return { consumerId }
  throw invalidField('walletId', 'must be given unless consumerId is, and not beside it')
}

export const walletSessionRoutes = [makeSession]
