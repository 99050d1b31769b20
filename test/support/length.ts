const length = process.env['TEST_LENGTH']

/** True in `npm run test:long`: faults strike more often, from more seeds, and all have turns. */
export const isLong = length === 'long'
/** True in `npm test`, but not where files are named: of some files it runs others each day. */
export const isShort = length === 'short'
