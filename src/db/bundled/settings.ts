import { totalmem } from 'node:os'

/** The number is only part of the socket's name. The server listens on no TCP port. */
export const SOCKET_PORT = 5432

/** A service opens 20 connections by default, so this is enough for ten services and tools. */
export const CONNECTIONS_MAX = 300

const SHARED_BUFFERS_MIB_MIN = 256
const SHARED_BUFFERS_MIB_MAX = 2_048
const MEMORY_SHARE = 1 / 8
const BYTES_PER_MIB = 2 ** 20
const SHARED_BUFFERS_MIB = sharedBuffersMiB()

/**
 * Returns a share of the memory of the machine or container, within bounds. Pages are allocated as
 * they fill, so a small database uses little. The buffers of a large one hold the random pages of
 * each write, such as those of the keys of ten million transfers.
 */
function sharedBuffersMiB(): number {
  // Without a limit, the number is zero or larger than any memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const share = Math.floor((memory * MEMORY_SHARE) / BYTES_PER_MIB)
  return Math.min(Math.max(share, SHARED_BUFFERS_MIB_MIN), SHARED_BUFFERS_MIB_MAX)
}

/** By the name of the setting. */
export type Settings = Readonly<Record<string, string>>

const SETTINGS: Settings = {
  // The socket is in a directory that only its owner may enter.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: String(SOCKET_PORT),
  cluster_name: 'tessera',
  max_connections: String(CONNECTIONS_MAX),

  // Commits survive a loss of power, because responses promise money.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  // For many small writes beside bulk inserts, on a machine shared with the service.
  shared_buffers: `${SHARED_BUFFERS_MIB}MB`,
  effective_cache_size: `${4 * SHARED_BUFFERS_MIB}MB`,
  maintenance_work_mem: '128MB',
  wal_buffers: '16MB',
  // pglz, the only built-in method, saved four fifths of the log but made random updates 25 %
  // slower.
  wal_compression: 'off',
  min_wal_size: '256MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',

  // Hot rows (funds, queues) leave dead versions quickly. A late vacuum costs more than a frequent
  // one.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_vacuum_cost_limit: '1000',

  // `log` ranks above `error` here: failed statements, which may quote data, are reported to the
  // service only.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'log',
  log_timezone: 'UTC',
  timezone: 'UTC',

  // The default flushes to disk on Linux, but only to the drive's cache on macOS.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
}

/**
 * Returns the settings as arguments: these override every file in the cluster, so no edit changes
 * durability.
 */
export function settingArguments(others: Settings = {}): string[] {
  return Object.entries({ ...SETTINGS, ...others }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
}
