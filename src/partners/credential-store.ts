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

interface CacheEntry extends CachedCredential {
  readonly readAt: number
}

/** One read of one client, shared by all callers that wait for it. */
interface PendingRead {
  readonly clientId: string
  readonly callers: Caller[]
}

interface Caller {
  resolve(credential: KnownCredential | undefined): void
  reject(error: unknown): void
}

/** The cached and pending reads of one life of the database. */
class CredentialCache {
  readonly byClientId = new Map<string, CacheEntry>()
  readonly unknown = new Map<string, CacheEntry>()
  readonly pendingReads = new Map<string, PendingRead>()

  get(clientId: string): CacheEntry | undefined {
    return this.byClientId.get(clientId) ?? this.unknown.get(clientId)
  }

  forget(clientId?: string): void {
    for (const map of [this.byClientId, this.unknown, this.pendingReads]) {
      if (clientId === undefined) map.clear()
      else map.delete(clientId)
    }
  }

  put(clientId: string, entry: CacheEntry): void {
    this.byClientId.delete(clientId)
    this.unknown.delete(clientId)
    const [map, max] = entry.credential ? [this.byClientId, KNOWN_MAX] : [this.unknown, UNKNOWN_MAX]
    map.set(clientId, entry)
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
  end(pending: PendingRead): boolean {
    if (this.pendingReads.get(pending.clientId) !== pending) return false
    return this.pendingReads.delete(pending.clientId)
  }
}

class Store implements CredentialStore {
  readonly #options: CredentialStoreOptions
  readonly #cache: PerDatabaseLife<CredentialCache>
  /** Waiting reads. Those of known clients come first. */
  readonly #knownQueue = new Map<string, PendingRead>()
  readonly #unknownQueue = new Map<string, PendingRead>()
  #isReading = false

  constructor(options: CredentialStoreOptions) {
    this.#options = options
    this.#cache = new PerDatabaseLife(options.db, () => new CredentialCache())
  }

  peek(clientId: string): CachedCredential | undefined {
    const entry = this.#cache.present.get(clientId.toLowerCase())
    if (!entry) return undefined
    return this.#options.clock.monotonic() - entry.readAt < FRESH_MS ? entry : undefined
  }

  partnerOf(clientId: string): number | undefined {
    return this.#cache.present.byClientId.get(clientId.toLowerCase())?.credential?.partnerId
  }

  async find(clientId: string): Promise<KnownCredential | undefined> {
    const entry = this.peek(clientId)
    if (entry) return entry.credential
    if (!isUuid(clientId)) return undefined
    const key = clientId.toLowerCase()
    const pending = this.#pendingReadOf(key) ?? this.#enqueue(key)
    return await new Promise((resolve, reject) => pending.callers.push({ resolve, reject }))
  }

  forget(clientId?: string): void {
    this.#cache.present.forget(clientId?.toLowerCase())
  }

  #pendingReadOf(clientId: string): PendingRead | undefined {
    const maps = [this.#cache.present.pendingReads, this.#knownQueue, this.#unknownQueue]
    return maps.map((map) => map.get(clientId)).find((pending) => pending !== undefined)
  }

  /** Separate queues, so that a flood of invented clients neither refuses nor delays known ones. */
  #enqueue(clientId: string): PendingRead {
    const isKnown = this.#cache.present.byClientId.has(clientId)
    if (!isKnown && this.#unknownQueue.size >= WAITING_MAX) {
      throw new Refusal('overloaded', 'too many credentials are being read', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      })
    }
    const pending: PendingRead = { clientId, callers: [] }
    const queue = isKnown ? this.#knownQueue : this.#unknownQueue
    queue.set(clientId, pending)
    if (!this.#isReading) void this.#readWaiting()
    return pending
  }

  /** Sends one statement at a time for all waiting reads, so a flood uses only one connection. */
  async #readWaiting(): Promise<void> {
    this.#isReading = true
    while (this.#knownQueue.size + this.#unknownQueue.size > 0) {
      const queued = [...this.#knownQueue.values(), ...this.#unknownQueue.values()]
      const batch = queued.slice(0, READ_CLIENTS_MAX)
      const cache = this.#cache.present
      for (const pending of batch) {
        this.#knownQueue.delete(pending.clientId)
        this.#unknownQueue.delete(pending.clientId)
        cache.pendingReads.set(pending.clientId, pending)
      }
      await this.#read(batch, cache)
    }
    this.#isReading = false
  }

  async #read(batch: readonly PendingRead[], cache: CredentialCache): Promise<void> {
    const readAt = this.#options.clock.monotonic()
    try {
      const { db, signingRows: select = signingRows } = this.#options
      const rows = await db.rows(select(batch.map((one) => one.clientId)))
      await this.#options.vault.prepare(rows.map((row) => row.hmac_secret_sealed))
      const byClient = new Map(rows.map((row) => [row.client_id, row]))
      for (const pending of batch) {
        const canCache = cache.end(pending)
        const credential = this.#settle(pending, byClient.get(pending.clientId))
        if (canCache && credential) cache.put(pending.clientId, { ...credential, readAt })
      }
    } catch (error) {
      for (const pending of batch) {
        cache.end(pending)
        for (const caller of pending.callers) caller.reject(error)
      }
    }
  }

  /** A secret that cannot be opened fails only its own client. */
  #settle(pending: PendingRead, row: SigningRow | undefined): CachedCredential | undefined {
    try {
      const credential = row && toKnown(row, this.#options.vault)
      for (const caller of pending.callers) caller.resolve(credential)
      return { credential }
    } catch (error) {
      for (const caller of pending.callers) caller.reject(error)
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
