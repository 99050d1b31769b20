import { group } from './invocation.ts'
import { operation } from './operation.ts'

const CREDENTIAL_COLUMNS = ['clientId', 'label', 'state', 'createdAt', 'expiresAt'] as const

export const MERCHANTS = group('who redeems codes of the generator', {
  create: operation('createMerchant', { about: 'create a merchant', args: ['name'] }),
  list: operation('listMerchants', {
    about: 'list the merchants, oldest first',
    columns: ['merchantId', 'name', 'status', 'createdAt'],
  }),
  update: operation('updateMerchant', {
    about: 'disable a merchant, or enable it again',
  }),
  credentials: operation('listMerchantCredentials', {
    about: 'list the credentials of a merchant, oldest first',
    columns: CREDENTIAL_COLUMNS,
  }),
  issue: operation('issueMerchantCredential', {
    about: 'issue a credential; its secrets are shown this once',
  }),
  rotate: operation('rotateMerchantCredential', {
    about: 'replace a credential; the old one stays valid for a while',
  }),
  calls: operation('listMerchantCalls', {
    about: 'list the calls of a merchant, newest first',
    columns: ['callNo', 'reference', 'kind', 'amount', 'currency', 'createdAt', 'reversedAt'],
  }),
  card: operation('findCard', {
    about: 'find a card by its item or a call: its balance, and what moved it',
    // Every process can see arguments: `codes find` reads a code from the standard input.
    fields: { code: false },
  }),
  revoke: operation('revokeMerchantCredential', { about: 'revoke a credential' }),
})
