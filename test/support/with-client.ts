/** Gives a function its own connection to a server of a test; the server may end meanwhile. */
export { onServer as withClient } from '../../src/db/bundled/on-server.ts'
