import { Option, type Command } from 'commander'
import { UsageFailure } from './failure.ts'
import { addShareCommands, addWrapCommand } from './key-share-commands.ts'
import { operate, operateWrite, operateAct, operateList, type Invocation } from './invocation.ts'
import { segment } from './operator-api.ts'
import { recordWith, tableOf } from './print.ts'

/** Adds the command group `keys`. Only `split` and `join` show a key, and neither sends one. */
export function addKeyCommands(program: Command, invocation: Invocation): void {
  const keys = program.command('keys').description('keys that seal codes and secrets')
  operateList(keys.command('list').description('list the data keys, newest first'), invocation, {
    path: () => '/keys',
    columns: ['keyId', 'purpose', 'use', 'createdAt', 'masterIds'],
  })
  const masters = keys
    .command('masters')
    .description('list the master keys, and how many keys each wraps')
  operate(masters, invocation, {
    request: () => ({ method: 'GET', path: '/master-keys' }),
    view: tableOf(['masterId', 'use', 'wraps', 'keys']),
  })
  addRotate(keys, invocation)
  const retire = keys
    .command('retire')
    .description('delete what a master key wraps, once every process uses the new one')
    .argument('<masterId>')
    .option('--reason <text>', 'recorded in the audit log')
  operateAct(retire, invocation, (id: string) => `/master-keys/${segment(id)}/retire`)
  addShareCommands(keys, invocation)
  addWrapCommand(keys, invocation)
}

interface RotateOptions {
  readonly master?: true
  readonly data?: true
  readonly purpose?: string
  readonly reason?: string
}

function addRotate(keys: Command, invocation: Invocation): void {
  const rotate = keys
    .command('rotate')
    .description('rotate keys; what is sealed still opens')
    .option('--master', 'wrap the data keys by a new master key; the old one still opens')
    .option('--data', 'use new data keys from now on')
    .addOption(
      new Option('--purpose <purpose>', 'rotate the data key of one purpose; default: all').choices(
        ['codes', 'credentials', 'exports', 'consumers', 'checkpoints'],
      ),
    )
    .option('--reason <text>', 'recorded in the audit log')
    .addHelpText('after', ROTATION)
  operateWrite<RotateOptions>(rotate, invocation, {
    request: ({ master, data, purpose, reason }) => {
      if (master === data) throw new UsageFailure('give either --master or --data')
      if (master && purpose !== undefined) {
        throw new UsageFailure('--purpose is for --data: a master key serves every purpose')
      }
      const scope = master ? 'master' : 'data'
      return { method: 'POST', path: '/keys/rotate', body: { scope, purpose, reason } }
    },
    view: recordWith({ keys: tableOf(['purpose', 'keyId', 'previousKeyId']) }),
  })
}

const ROTATION = `
A master key in the data directory is made anew there by --master. One of the settings:
  1. restart every process with the new key in TESSERA_MASTER_KEY, and the present one in
     TESSERA_MASTER_KEY_PREVIOUS
  2. tessera keys rotate --master
Either way, once every process has been restarted with the new key:
  3. tessera keys masters
  4. tessera keys retire <masterId of the previous one>`
