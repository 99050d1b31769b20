/**
 * RFC 3463: the status of a bad address, or of a disabled mailbox. Not 5.1.7 and 5.1.8: they are
 * about the sender's address, and would suppress everybody.
 */
export const BAD_ADDRESS = /^5\.(1\.([0-6]|9|10)|2\.1)$/

/**
 * Errors of Twilio after which a number gets no more SMS: unknown, unsuitable, or it replied STOP.
 * Not 30006: it may mean a landline, or only that our sender does not reach the carrier.
 */
export const BAD_NUMBER_CODES: ReadonlySet<string> = new Set(['21211', '21610', '21614', '30005'])
