import { optionalText, whole } from './setting-kinds.ts'

/** Backups of the bundled PostgreSQL. */
export const BACKUP_SETTINGS = {
  backupDir: optionalText(
    'TESSERA_BACKUP_DIR',
    'directory of the backups of the bundled PostgreSQL, best on another disk; without it ' +
      'nothing is archived',
  ),
  backupSeconds: whole(
    'TESSERA_BACKUP_SECONDS',
    'seconds after which writes are archived there at the latest',
    [60, 1, 3_600],
  ),
} as const

/** Connections of a process to its database. */
export const CONNECTION_SETTINGS = {
  connectionsMax: whole(
    'TESSERA_DB_CONNECTIONS',
    'database connections for reads and work',
    [12, 2, 500],
  ),
  ledgerConnectionsMax: whole(
    'TESSERA_LEDGER_CONNECTIONS',
    'database connections for groups of writes',
    [8, 1, 500],
  ),
} as const
