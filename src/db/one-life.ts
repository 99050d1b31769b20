import type { Database } from './db.ts'
import { rowsOn } from './db.ts'
import { distributedOf } from './sql.ts'

/** State of a life of the database that is over asked for a connection. */
export class LifeIsOver extends Error {
  override readonly name = 'LifeIsOver'

  constructor() {
    super('the database has begun a new life: the state of the former one is dropped')
  }
}

/**
 * State of a process about its database: what it has cached or leased, how far it has read, what
 * has happened and is not written yet. At a new life it is made anew, because the database may have
 * lost the commits that the state is about.
 *
 * `make` gets the database of that one life. Once the life is over, it connects no more. So what
 * was decided in a life can neither be written nor repeated in a later one, however long it waited.
 * The statements and transactions of what is made use that database, and work that waits in
 * between holds on to what it began with.
 */
export class OfOneLife<T> {
  readonly #make: () => T
  readonly #drop: (former: T) => void
  #present: T

  /** `drop` frees what the state of the former life holds. */
  constructor(
    db: Database,
    make: (db: Database) => T,
    drop: (former: T) => void = () => undefined,
  ) {
    this.#make = () => make(inOneLife(db))
    this.#drop = drop
    this.#present = this.#make()
    db.life.onNew(() => this.renew())
  }

  get present(): T {
    return this.#present
  }

  /** Makes it anew, as at a new life. */
  renew(): void {
    this.#drop(this.#present)
    this.#present = this.#make()
  }
}

/** Returns the database as it is until its life is over: then it throws LifeIsOver. */
function inOneLife(db: Database): Database {
  const { life } = db
  const { ended } = life
  // A new connection learns the life of its server before it is handed out, and those of earlier
  // lives are closed.
  const connect: Database['connect'] = async () => {
    const client = await db.connect()
    if (life.ended === ended) return client
    client.release()
    throw new LifeIsOver()
  }
  return {
    kind: 'db',
    pool: db.pool,
    life,
    disk: db.disk,
    get isDistributed() {
      return db.isDistributed
    },
    connect,
    async rows(statement) {
      const client = await connect()
      return rowsOn(client, db.isDistributed ? distributedOf(statement) : [statement])
    },
    close: () => db.close(),
  }
}
