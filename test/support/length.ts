const length = process.env['TEST_LENGTH']

/**
 * True in `npm run test:long`: faults strike more often, from more seeds, and nothing waits for its
 * turn.
 */
export const isLong = length === 'long'
/** True in `npm test` if it names no files: then some files run only on some days. */
export const isShort = length === 'short'
