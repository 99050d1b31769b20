import type { Database } from './db.ts'
import { rowsOn } from './db.ts'
import { distributedOf } from './sql.ts'

/** A connection was requested by state that belongs to a former life of the database. */
export class LifeHasEnded extends Error {
  override readonly name = 'LifeHasEnded'

  constructor() {
    super('the database has begun a new life: the state of the former one is dropped')
  }
}

/**
 * State of a process that depends on one life of its database: caches, leases, positions in a feed,
 * results that are not written yet. A new life replaces it, because the database may have lost the
 * commits that the state is about.
 *
 * `make` gets a database that connects only during this life. So what was decided in one life can
 * neither be written nor repeated in a later one, however long it waited. Work that spans several
 * statements must keep the state with which it began.
 */
export class PerDatabaseLife<T> {
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

  /** Replaces the state, as a new life does. */
  renew(): void {
    this.#drop(this.#present)
    this.#present = this.#make()
  }
}

/** Returns a database that throws LifeHasEnded once the present life is over. */
function inOneLife(db: Database): Database {
  const { life } = db
  const { ended } = life
  // A new connection learns the life of its server before it is handed out, and those of earlier
  // lives are closed.
  const connect: Database['connect'] = async () => {
    const client = await db.connect()
    if (life.ended === ended) return client
    client.release()
    throw new LifeHasEnded()
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
