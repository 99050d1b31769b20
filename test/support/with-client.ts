/** A connection of its own to a server of a test, which may end meanwhile. */
export { onServer as withClient } from '../../src/db/bundled/on-server.ts'
