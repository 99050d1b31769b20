import type { KeyObject } from 'node:crypto'
import { isUuid, networksOf, Refusal, type Clock, type Networks } from '../core/mod.ts'
import { PerDatabaseLife, type Database, type Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { signingRows, type SigningRow } from './credential-rows.ts'
import { openHmacKey } from './credential-secrets.ts'
import type { PartnerStatus } from './partner.ts'
import type { Permission } from './permissions.ts'

/** A credential as requests are checked against it. Instants are in milliseconds. */
export interface KnownCredential {
  readonly clientId: string
  readonly partnerId: number
  readonly partnerName: string
  readonly partnerStatus: PartnerStatus
  /** Requests per second. Null means the default, 0 means no limit. */
  readonly rateLimit: number | null
  /** True for a credential of a test partner. */
  readonly isTest: boolean
  /** The SHA-256 of the API key's text, in Base64. */
  readonly apiKeyHash: string
  /** The HMAC key: the UTF-8 bytes of the secret as the partner sees it. */
  readonly hmacKey: KeyObject
  readonly permissions: ReadonlySet<Permission>
  readonly requiresSignatureV2: boolean
  /** Undefined means every address. */
  readonly allowedAddresses?: Networks | undefined
  readonly expiresAt?: number
  readonly revokedAt?: number
}

/** The cache entry of a client id. Without `credential`, no such client exists. */
export interface CachedCredential {
  readonly credential: KnownCredential | undefined
}

/**
 * The credential cache of a process. It reads each client at most once per second, so changes by
 * other processes (revocation, expiry, a partner's name) apply within a second. Returns revoked and
 * expired credentials too: the caller checks them. Never writes.
 */
export interface CredentialStore {
  /** Returns the cached entry if it is fresh; undefined if `find` would have to read. */
  peek(clientId: string): CachedCredential | undefined
  /**
   * Returns the partner of the last read, however old. May be used to choose a queue, not to admit
   * a request.
   */
  partnerOf(clientId: string): number | undefined
  /**
   * Returns undefined if the client id is unknown or no UUID. Refuses overloaded if too many reads
   * wait. Rejects if the database cannot be read.
   */
  find(clientId: string): Promise<KnownCredential | undefined>
  /** Invalidates the cache of this client, or of all: later calls read again. */
  forget(clientId?: string): void
}

export interface CredentialStoreOptions {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  /** Reads the rows of these clients; by default from the credentials of partners. */
  readonly signingRows?: (clientIds: readonly string[]) => Statement<SigningRow>
}

const FRESH_MS = 1_000
/**
 * Known and unknown ids have separate bounds, so that a flood of invented client ids evicts no real
 * one.
 */
const KNOWN_MAX = 10_000
const UNKNOWN_MAX = 10_000
const READ_CLIENTS_MAX = 500
const WAITING_MAX = 10_000
const RETRY_AFTER_SECONDS = 1

export function createCredentialStore(options: CredentialStoreOptions): CredentialStore {
  return new Store(options)
}

interface Cached extends CachedCredential {
  readonly readAt: number
}

/** One read of one client, shared by all callers that wait for it. */
interface Flight {
  readonly clientId: string
  readonly callers: Caller[]
}

interface Caller {
  resolve(credential: KnownCredential | undefined): void
  reject(error: unknown): void
}

/** The cached and pending reads of one life of the database. */
class Memory {
  readonly byClientId = new Map<string, Cached>()
  readonly unknown = new Map<string, Cached>()
  readonly underWay = new Map<string, Flight>()

  get(clientId: string): Cached | undefined {
    return this.byClientId.get(clientId) ?? this.unknown.get(clientId)
  }

  forget(clientId?: string): void {
    for (const map of [this.byClientId, this.unknown, this.underWay]) {
      if (clientId === undefined) map.clear()
      else map.delete(clientId)
    }
  }

  keep(clientId: string, cached: Cached): void {
    this.byClientId.delete(clientId)
    this.unknown.delete(clientId)
    const [map, max] = cached.credential
      ? [this.byClientId, KNOWN_MAX]
      : [this.unknown, UNKNOWN_MAX]
    map.set(clientId, cached)
    if (map.size <= max) return
    // A Map has the order of insertion, so the first entry has the oldest read.
    for (const oldest of map.keys()) {
      map.delete(oldest)
      return
    }
  }

  /**
   * Returns whether the result may be cached. False if `forget` was called after the read began.
   */
  end(flight: Flight): boolean {
    if (this.underWay.get(flight.clientId) !== flight) return false
    return this.underWay.delete(flight.clientId)
  }
}

class Store implements CredentialStore {
  readonly #options: CredentialStoreOptions
  readonly #memory: PerDatabaseLife<Memory>
  /** Waiting reads. Those of known clients come first. */
  readonly #renewing = new Map<string, Flight>()
  readonly #waiting = new Map<string, Flight>()
  #isReading = false

  constructor(options: CredentialStoreOptions) {
    this.#options = options
    this.#memory = new PerDatabaseLife(options.db, () => new Memory())
  }

  peek(clientId: string): CachedCredential | undefined {
    const cached = this.#memory.present.get(clientId.toLowerCase())
    if (!cached) return undefined
    return this.#options.clock.monotonic() - cached.readAt < FRESH_MS ? cached : undefined
  }

  partnerOf(clientId: string): number | undefined {
    return this.#memory.present.byClientId.get(clientId.toLowerCase())?.credential?.partnerId
  }

  async find(clientId: string): Promise<KnownCredential | undefined> {
    const cached = this.peek(clientId)
    if (cached) return cached.credential
    if (!isUuid(clientId)) return undefined
    const key = clientId.toLowerCase()
    const flight = this.#flightOf(key) ?? this.#enqueue(key)
    return await new Promise((resolve, reject) => flight.callers.push({ resolve, reject }))
  }

  forget(clientId?: string): void {
    this.#memory.present.forget(clientId?.toLowerCase())
  }

  #flightOf(clientId: string): Flight | undefined {
    const maps = [this.#memory.present.underWay, this.#renewing, this.#waiting]
    return maps.map((map) => map.get(clientId)).find((flight) => flight !== undefined)
  }

  /** Separate queues, so that a flood of invented clients neither refuses nor delays known ones. */
  #enqueue(clientId: string): Flight {
    const isKnown = this.#memory.present.byClientId.has(clientId)
    if (!isKnown && this.#waiting.size >= WAITING_MAX) {
      throw new Refusal('overloaded', 'too many credentials are being read', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    const flight: Flight = { clientId, callers: [] }
    const queue = isKnown ? this.#renewing : this.#waiting
    queue.set(clientId, flight)
    if (!this.#isReading) void this.#readWaiting()
    return flight
  }

  /** Sends one statement at a time for all waiting reads, so a flood uses only one connection. */
  async #readWaiting(): Promise<void> {
    this.#isReading = true
    while (this.#renewing.size + this.#waiting.size > 0) {
      const queued = [...this.#renewing.values(), ...this.#waiting.values()]
      const batch = queued.slice(0, READ_CLIENTS_MAX)
      const memory = this.#memory.present
      for (const flight of batch) {
        this.#renewing.delete(flight.clientId)
        this.#waiting.delete(flight.clientId)
        memory.underWay.set(flight.clientId, flight)
      }
      await this.#read(batch, memory)
    }
    this.#isReading = false
  }

  async #read(batch: readonly Flight[], memory: Memory): Promise<void> {
    const readAt = this.#options.clock.monotonic()
    try {
      const { db, signingRows: select = signingRows } = this.#options
      const rows = await db.rows(select(batch.map((one) => one.clientId)))
      await this.#options.vault.prepare(rows.map((row) => row.hmac_secret_sealed))
      const byClient = new Map(rows.map((row) => [row.client_id, row]))
      for (const flight of batch) {
        const canKeep = memory.end(flight)
        const credential = this.#settle(flight, byClient.get(flight.clientId))
        if (canKeep && credential) memory.keep(flight.clientId, { ...credential, readAt })
      }
    } catch (error) {
      for (const flight of batch) {
        memory.end(flight)
        for (const caller of flight.callers) caller.reject(error)
      }
    }
  }

  /** A secret that cannot be opened fails only its own client. */
  #settle(flight: Flight, row: SigningRow | undefined): CachedCredential | undefined {
    try {
      const credential = row && toKnown(row, this.#options.vault)
      for (const caller of flight.callers) caller.resolve(credential)
      return { credential }
    } catch (error) {
      for (const caller of flight.callers) caller.reject(error)
      return undefined
    }
  }
}

function toKnown(row: SigningRow, vault: Vault): KnownCredential {
  return {
    clientId: row.client_id,
    partnerId: row.partner_id,
    partnerName: row.partner_name,
    partnerStatus: row.partner_status,
    rateLimit: row.rate_limit,
    isTest: row.is_test,
    apiKeyHash: row.api_key_hash.toString('base64'),
    hmacKey: openHmacKey(vault, row.client_id, row.hmac_secret_sealed),
    permissions: new Set(row.permissions),
    requiresSignatureV2: row.requires_signature_v2,
    allowedAddresses: row.allowed_addresses ? networksOf(row.allowed_addresses) : undefined,
    ...(row.expires_at && { expiresAt: row.expires_at.getTime() }),
    ...(row.revoked_at && { revokedAt: row.revoked_at.getTime() }),
  }
}
