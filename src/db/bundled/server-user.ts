import { stat } from 'node:fs/promises'
import { expectCode } from './error-code.ts'
import { NoServerHere } from './no-server-here.ts'

/** Another user of the operating system whom the server runs as. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

const NOBODY: ServerUser = { uid: 65534, gid: 65534 }

/**
 * Whom PostgreSQL, which refuses root, runs as: undefined for the user of this process, and as root
 * the owner of the cluster, `nobody` for a new one. Refuses a cluster of somebody else.
 */
export async function serverUserOf(clusterDir: string): Promise<ServerUser | undefined> {
  const owner = await ownerOf(clusterDir)
  const ownUid = process.getuid?.()
  if (ownUid !== 0) {
    if (owner && owner.uid !== ownUid) {
      throw new Error(`${clusterDir} belongs to another user (uid ${owner.uid})`)
    }
    return undefined
  }
  if (process.platform !== 'linux') {
    throw new NoServerHere(
      'PostgreSQL does not run as root: be an ordinary user or set DATABASE_URL',
    )
  }
  if (owner?.uid === 0) {
    throw new Error(`${clusterDir} belongs to root, whom PostgreSQL refuses: chown -R it to nobody`)
  }
  return owner ?? NOBODY
}

async function ownerOf(dir: string): Promise<ServerUser | undefined> {
  try {
    const { uid, gid } = await stat(dir)
    return { uid, gid }
  } catch (error) {
    expectCode(error, 'ENOENT')
    return undefined
  }
}
