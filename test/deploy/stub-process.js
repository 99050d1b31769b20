// A process behind a balancer, which a test freezes and kills. Responds to everything, and at /seen
// with the requests of credentials that it has had.
import { createServer } from 'node:http'

/** @type {string[]} */
const seen = []
const server = createServer(({ method, url, headers }, response) => {
  if (url === '/seen') {
    response.end(JSON.stringify(seen))
    return
  }
  const id = headers['x-client-id']
  if (id !== undefined) seen.push(`${method} ${String(id)}`)
  response.end()
}).listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`)
})
