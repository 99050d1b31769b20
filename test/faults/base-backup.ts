import {
  chmod,
  chown,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readlink,
  rm,
  symlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { codeOf } from '../../src/db/mod.ts'
import type { PostgresNode } from './postgres-node.ts'

/** Files that belong to the running server only. */
const NOT_COPIED = new Set([
  'postmaster.pid',
  'postmaster.opts',
  'pg_replslot',
  'pg_stat_tmp',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
])
const SOCKET = /^\.s\.PGSQL/
const LOG = 'pg_wal'
const COPIES_AT_ONCE = 16

/**
 * Copies the files of a running server into the directory of another node, as `pg_basebackup` does:
 * first the tables, then the log that was written meanwhile. A server that is started on the copy
 * recovers to the end of the backup. A standby continues from there.
 */
export async function takeBaseBackup(from: PostgresNode, to: PostgresNode): Promise<void> {
  const client = new Client({ ...from.target })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('failover', true)`)
    await rm(to.dir, { recursive: true, force: true })
    await copyTree(from.dir, to.dir, (name) => NOT_COPIED.has(name) || name === LOG)
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    )
    await copyTree(join(from.dir, LOG), join(to.dir, LOG))
    for (const name of NOT_COPIED) {
      if (name.startsWith('pg_'))
        await copyTree(join(from.dir, name), join(to.dir, name), () => true)
    }
    await to.write('backup_label', rows[0]?.labelfile ?? '')
  } finally {
    await client.end()
  }
}

/** Replaces the files of a node by those of a node that is not running. */
export async function restoreFiles(from: PostgresNode, to: PostgresNode): Promise<void> {
  await rm(to.dir, { recursive: true, force: true })
  await copyTree(from.dir, to.dir)
}

/** Copies with owners and modes, and ignores files that vanish meanwhile. */
async function copyTree(
  from: string,
  to: string,
  isLeftOut: (name: string) => boolean = () => false,
): Promise<void> {
  const { uid, gid, mode } = await lstat(from)
  await mkdir(to)
  await chmod(to, mode)
  await chown(to, uid, gid)
  const entries = await readdir(from, { withFileTypes: true })
  const copied = entries.filter(({ name }) => !isLeftOut(name) && !SOCKET.test(name))
  for (let start = 0; start < copied.length; start += COPIES_AT_ONCE) {
    const some = copied.slice(start, start + COPIES_AT_ONCE)
    await Promise.all(
      some.map((entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)]
        if (entry.isDirectory()) return copyTree(source, target)
        return (
          entry.isSymbolicLink() ? copyLink(source, target) : copyBytes(source, target)
        ).catch(passOverVanished)
      }),
    )
  }
}

async function copyLink(from: string, to: string): Promise<void> {
  await symlink(await readlink(from), to)
}

async function copyBytes(from: string, to: string): Promise<void> {
  const { uid, gid } = await lstat(from)
  await copyFile(from, to)
  await chown(to, uid, gid)
}

function passOverVanished(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}
