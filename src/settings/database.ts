import { optionalText, whole } from './kinds.ts'

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
  backupHoursMax: whole(
    'TESSERA_BACKUP_HOURS',
    'age of the last base backup, in hours, that raises an alert; 0 means never',
    [36, 0, 8_760],
  ),
  drillDaysMax: whole(
    'TESSERA_DRILL_DAYS',
    'age of the last drill without faults, in days, that raises an alert; 0 means never',
    [10, 0, 3_650],
  ),
  diskFreePercent: whole(
    'TESSERA_DISK_FREE_PERCENT',
    'percent of a disk of the bundled PostgreSQL that must be free; less raises an alert; ' +
      '0 means never',
    [10, 0, 90],
  ),
} as const

export const REPLICATION_SETTINGS = {
  replicationLagSeconds: whole(
    'TESSERA_REPLICATION_LAG_SECONDS',
    'seconds that a standby may be behind before an alert is raised; 0 means never',
    [60, 0, 86_400],
  ),
} as const

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
