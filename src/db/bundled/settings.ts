import { totalmem } from 'node:os'

/**
 * The server listens on one socket, in its own directory; the number is only a part of its name.
 */
export const SOCKET_PORT = 5432

/** A service has 20 by default: ten of them, and tools, fit beside each other. */
export const CONNECTIONS_MAX = 300

const SHARED_BUFFERS_MIB_MIN = 256
const SHARED_BUFFERS_MIB_MAX = 2_048
const MEMORY_SHARE = 1 / 8
const BYTES_PER_MIB = 2 ** 20
const SHARED_BUFFERS_MIB = sharedBuffersMiB()

/**
 * A share of the memory that the machine or the container has, within bounds. It is taken as pages
 * fill it, so a small database stays small. Of a large one it holds the random pages that each
 * write touches, such as those of the keys of ten million transfers.
 */
function sharedBuffersMiB(): number {
  // Without a limit the number is larger than any memory, or zero.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity)
  const share = Math.floor((memory * MEMORY_SHARE) / BYTES_PER_MIB)
  return Math.min(Math.max(share, SHARED_BUFFERS_MIB_MIN), SHARED_BUFFERS_MIB_MAX)
}

const SETTINGS: Readonly<Record<string, string>> = {
  // Reached through the directory alone, which only its owner may enter.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  port: String(SOCKET_PORT),
  cluster_name: 'tessera',
  max_connections: String(CONNECTIONS_MAX),

  // An answer promises money: what is committed survives the loss of power.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',

  // Many small writes and bulk inserts beside them, on a machine shared with the service.
  shared_buffers: `${SHARED_BUFFERS_MIB}MB`,
  effective_cache_size: `${4 * SHARED_BUFFERS_MIB}MB`,
  maintenance_work_mem: '128MB',
  wal_buffers: '16MB',
  // pglz, all that is built in, made the log a fifth of its size and random updates 25 % slower.
  wal_compression: 'off',
  min_wal_size: '256MB',
  max_wal_size: '4GB',
  random_page_cost: '1.1',

  // Hot rows (funds, queues) die quickly; a late vacuum costs more than a frequent one.
  autovacuum_naptime: '15s',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.1',
  autovacuum_vacuum_cost_limit: '1000',

  // `log` ranks above `error` here: failed statements, which may quote data, reach the service
  // only.
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'log',
  log_timezone: 'UTC',
  timezone: 'UTC',

  // Elsewhere the default flushes for real; on macOS it stops at the drive's cache.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
}

/** As arguments they win over every file in the cluster: durability is not a matter of edits. */
export function settingArguments(): string[] {
  return Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
