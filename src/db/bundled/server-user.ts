import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { rethrowUnless } from './error-code.ts'
import { NoServerHere } from './no-server-here.ts'
import { runProgram, type ServerUser } from './run-program.ts'

const OWN_USER = 'tessera-postgres'
/**
 * Used if root cannot add a user. Not preferred: other services run as `nobody` too and could read
 * the files.
 */
const NOBODY: ServerUser = { uid: 65534, gid: 65534 }
/** More than one, because a start that adds the user at the same time locks the user database. */
const ADD_USER_TRIES = 5
const ADD_USER_RETRY_MS = 200

/**
 * Returns the user that PostgreSQL runs as, because it refuses root: undefined for this process's
 * user, and for root the owner of the cluster. For a new cluster, root adds a system user. Refuses
 * a cluster of somebody else.
 */
export async function serverUserOf(
  clusterDir: string,
  log: (message: string) => void,
): Promise<ServerUser | undefined> {
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
    throw new Error(
      `${clusterDir} belongs to root, whom PostgreSQL refuses: chown -R it to ${OWN_USER}`,
    )
  }
  return owner ?? (await ownUser(log))
}

async function ownUser(log: (message: string) => void): Promise<ServerUser> {
  for (let attempt = 1; attempt <= ADD_USER_TRIES; attempt += 1) {
    const user = await findUser(OWN_USER)
    if (user) return user
    await runProgram('/usr/sbin/useradd', ADD_USER, {})
    if (attempt > 1) await pause(ADD_USER_RETRY_MS)
  }
  log(`no system user ${OWN_USER} could be added: PostgreSQL runs as nobody`)
  return NOBODY
}

const ADD_USER = ['--system', '--user-group', '--no-create-home', '--shell=/bin/false', OWN_USER]

async function findUser(name: string): Promise<ServerUser | undefined> {
  const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)])
  return uid && gid ? { uid, gid } : undefined
}

/** Returns undefined if there is no such user, or it is root. */
async function idOf(option: string, name: string): Promise<number | undefined> {
  const { hasSucceeded, output } = await runProgram('/usr/bin/id', [option, name], {})
  return hasSucceeded && Number(output) > 0 ? Number(output) : undefined
}

async function ownerOf(dir: string): Promise<ServerUser | undefined> {
  try {
    const { uid, gid } = await stat(dir)
    return { uid, gid }
  } catch (error) {
    rethrowUnless(error, 'ENOENT')
    return undefined
  }
}
