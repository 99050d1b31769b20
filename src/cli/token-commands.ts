import { group } from './invocation.ts'
import { operation } from './operation.ts'

export const TOKENS = group('the tokens of machines of the operator', {
  create: operation('createServiceToken', {
    about: 'issue a token, which is shown once',
    args: ['name'],
    fields: { expiresInDays: { flags: '--days <days>' } },
  }),
  list: operation('listServiceTokens', {
    about: 'list the tokens, newest first',
    columns: [
      'tokenId',
      'name',
      'role',
      'state',
      'issuedBy',
      'expiresAt',
      'revokedAt',
      'lastUsedAt',
      'lastUsedFrom',
    ],
  }),
  revoke: operation('revokeServiceToken', { about: 'end a token for good, at once' }),
  'take-over': operation('takeOverServiceToken', {
    about: 'take over a token, so that it outlives the user who issued it',
  }),
})
