import { whole } from './kinds.ts'

/** How long data is stored that is not needed for ever. */
export const RETENTION_SETTINGS = {
  importDays: whole(
    'TESSERA_IMPORT_DAYS',
    'days that an import and its report are kept',
    [90, 1, 3_650],
  ),
  mailDays: whole(
    'TESSERA_MAIL_DAYS',
    'days that mails to consumers can be listed and sent again, 0 for ever',
    [0, 0, 3_650],
  ),
  recipientDays: whole(
    'TESSERA_RECIPIENT_DAYS',
    'days that recipients of orders are kept after the order is final, 0 for ever',
    [0, 0, 3_650],
  ),
  requestLogDays: whole(
    'TESSERA_REQUEST_LOG_DAYS',
    'days that signed requests are kept in the request log, 0 for no log',
    [7, 0, 366],
  ),
  eventDays: whole('TESSERA_EVENT_DAYS', 'days that events can be read', [30, 1, 366]),
} as const
