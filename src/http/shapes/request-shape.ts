import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import type { StoredRequest } from '../../requests/mod.ts'
import { Decimal, Instant, Text, Whole, YesOrNo } from './field.ts'
import { fields } from './fields.ts'
import { FAILED_CHECK } from './meanings.ts'
import { oneOf } from './one-of.ts'
import { view } from './view.ts'

/**
 * A logged request: one to a route that needs a credential, or one that showed codes. No secret is
 * part of `stringToSign`.
 */
export const RequestView = view<StoredRequest>()(
  {
    requestId: Text('The `x-request-id` of the response'),
    callerRequestId: Type.Optional(Text('The `x-request-id` that the caller sent, if it differs')),
    at: [Instant('When it arrived'), (one) => isoTime(one.atMs)],
    partnerId: Type.Optional(fields.partnerId),
    clientId: Type.Optional(fields.clientId),
    isAuthenticated: YesOrNo('True if the credential, session or download link was accepted'),
    method: Text('The method of the request'),
    path: Text('The path, without its query'),
    status: Type.Optional(
      Whole('The status of the response; absent if the client had disconnected'),
    ),
    code: Type.Optional(Text('The code of the error, if the response was one')),
    ms: [Decimal('Duration, in milliseconds'), (one) => one.micros / 1_000],
    address: Text('The IP address that the request came from'),
    orderId: Type.Optional(
      Text('The order that it created or returned again, or whose codes it showed'),
    ),
    codesShown: Type.Optional(
      Whole('Number of codes of the order that it showed; 0 for a link to download them'),
    ),
    rows: Type.Optional(Whole('Number of rows, if it was a request with several')),
    user: Type.Optional(Text('The user of the portal who sent it, by e-mail')),
    failedCheck: [
      Type.Optional(oneOf('The check of its authentication that failed', FAILED_CHECK)),
      (one) => one.failed?.check,
    ],
    failure: [Type.Optional(Text('Why it was refused')), (one) => one.failed?.message],
    stringToSign: [
      Type.Optional(Text('The text that the signature should have covered')),
      (one) => one.failed?.stringToSign,
    ],
  },
  { title: 'Request' },
)
