import pg from 'pg'

/** Where statements are sent to one server of a cluster. */
export class CitusServer {
  readonly #url: string

  /** `url` leads to any database of the server. */
  constructor(url: string) {
    this.#url = url
  }

  urlOf(database: string): string {
    const url = new URL(this.#url)
    url.pathname = `/${database}`
    return url.href
  }

  /** Another server, for the same user. */
  at(host: string, port: number): CitusServer {
    const url = new URL(this.#url)
    url.hostname = host
    url.port = String(port)
    return new CitusServer(url.href)
  }

  /** Sends one statement on a connection of its own. */
  async ask(database: string, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    const client = new pg.Client({ connectionString: this.urlOf(database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await client.query(text, values)
    } finally {
      await client.end()
    }
  }
}
