import { group } from './invocation.ts'
import { fieldOf, type JsonValue } from './json.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { plain, record, type View } from './print.ts'

export const PARTNERS = group('the businesses that buy from you', {
  list: operation('listPartners', {
    about: 'list partners, oldest first',
    fields: { test: { help: 'only test partners', helpOfNo: 'no test partners' } },
    columns: ['partnerId', 'name', 'status', 'rateLimit', 'createdAt'],
  }),
  create: operation('createPartner', { about: 'create a partner', args: ['name'] }),
  show: operation('getPartner', { about: 'show one partner' }),
  update: operation('updatePartner', {
    about: 'rename, suspend or reactivate a partner, or set its rate limit or language',
    fields: {
      status: 'a SUSPENDED partner is refused every request',
      rateLimit: {
        help:
          'requests per second and credential, 0 for no limit, "default" for that of the ' +
          'service',
        none: 'default',
      },
    },
  }),
})

/** Renders new secrets, which nobody can read again. */
const secrets: View = (data, colors) => {
  const previous = fieldOf(data, 'previous')
  const [clientId, expiresAt] = ['clientId', 'expiresAt'].map((name) => fieldOf(previous, name))
  const oldCredential = previous && {
    previous: `${plain(clientId)}, valid until ${plain(expiresAt)}`,
  }
  return [
    record({ ...(data as Readonly<Record<string, JsonValue>>), ...oldCredential }, colors),
    colors.yellow('Copy the secrets now: they are not shown again.'),
  ].join('\n')
}

const ALLOW_ADDRESS = '--allow-address <networks...>'

export const CREDENTIALS = group('keys that partners sign requests with', {
  issue: operation('issueCredential', {
    about: 'issue a credential; its secrets are shown only once',
    fields: {
      label: 'the purpose of the credential',
      permissions: 'such as catalog:read,orders:write; default: all',
      expiresAt: 'such as 2030-01-31T12:00:00Z; default: never',
      requireSignatureV2: 'refuse requests without x-signature-v2',
      allowedAddresses: {
        flags: ALLOW_ADDRESS,
        help: 'such as 203.0.113.0/24; default: every address',
      },
      mode: {
        flags: '--test',
        help: 'a test credential: play money and test products, of its test partner',
        value: 'test',
      },
    },
    view: secrets,
  }),
  list: operation('listCredentials', {
    about: 'list the credentials of a partner',
    columns: [
      'clientId',
      'label',
      'state',
      'createdAt',
      'expiresAt',
      'lastUsedAt',
      'lastFailedAt',
      'lastFailure',
      'permissions',
    ],
  }),
  update: operation('updateCredential', {
    about: 'change which signature a credential requires, and its allowed addresses',
    fields: {
      requireSignatureV2: {
        flags: '--signature-v2 <state>',
        help: 'whether x-signature-v2 is required',
        values: ['required', 'optional'],
        read: (_label, text) => text === 'required',
      },
      allowedAddresses: {
        flags: ALLOW_ADDRESS,
        help: 'such as 203.0.113.0/24; replaces the previous ones',
      },
    },
    extend: (command) => void command.option('--allow-every-address', 'remove the allow-list'),
    request({ path, body }, { command }) {
      const { allowEveryAddress } = command.opts<{ allowEveryAddress?: true }>()
      const guard = allowEveryAddress ? { ...body, allowedAddresses: null } : body
      return requestOf('updateCredential', { path, body: guard })
    },
  }),
  rotate: operation('rotateCredential', {
    about: 'replace a credential; the old one stays valid for the overlap',
    view: secrets,
  }),
  revoke: operation('revokeCredential', { about: 'revoke a credential at once' }),
})
