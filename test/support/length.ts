/** True in `npm run test:long`: faults strike more often, under more load and from more seeds. */
export const isLong = process.env['TEST_LENGTH'] === 'long'
