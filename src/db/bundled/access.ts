import { open, rename, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { SUPERUSER, type Cluster } from './cluster.ts'

const MAP = 'service'

/**
 * Admits the operating system user of this process, whose name PostgreSQL learns from the kernel
 * (`peer`), and root, who could become that user. If root runs the service, the server's own user
 * is not admitted. The rules are written at every start, because root and the owner of the files
 * may take turns.
 */
export async function writeAccessFiles(cluster: Cluster): Promise<void> {
  const users = [...new Set([userInfo().username, 'root'])]
  const mapped = users.map((user) => `${MAP} "${user}" ${SUPERUSER}\n`)
  await replaceFile(cluster, 'pg_hba.conf', `local all ${SUPERUSER} peer map=${MAP}\n`)
  await replaceFile(cluster, 'pg_ident.conf', mapped.join(''))
}

/**
 * Renames a new file into place, so that root never writes through a symbolic link of that name.
 */
async function replaceFile({ dir, runAs }: Cluster, name: string, text: string): Promise<void> {
  const unfinished = join(dir, `${name}.unfinished`)
  await rm(unfinished, { force: true })
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(text)
    if (runAs) await file.chown(runAs.uid, runAs.gid)
  } finally {
    await file.close()
  }
  await rename(unfinished, join(dir, name))
}
