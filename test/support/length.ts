const length = process.env['TEST_LENGTH']

/**
 * True in `npm run test:long`: faults strike more often, from more seeds, and every case runs that
 * `npm test` runs only on some days.
 */
export const isLong = length === 'long'
/** True in `npm test` if it names no files: then some files run only on some days. */
export const isShort = length === 'short'
