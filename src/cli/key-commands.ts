import { UsageFailure } from './failure.ts'
import { group } from './invocation.ts'
import { JOIN, SPLIT, WRAP } from './key-share-commands.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'
import { recordWith, tableOf } from './print.ts'

/** The command group `keys`. Only `split` and `join` show a key, and neither sends one. */
export const KEYS = group('keys that seal codes and secrets', {
  list: operation('listKeys', {
    about: 'list the data keys, newest first',
    columns: ['keyId', 'purpose', 'use', 'createdAt', 'masterIds'],
  }),
  masters: operation('listMasterKeys', {
    about: 'list the master keys, and how many keys each wraps',
    columns: ['masterId', 'use', 'wraps', 'keys'],
  }),
  rotate: operation('rotateKeys', {
    about: 'rotate keys; sealed data still opens',
    fields: { scope: false, purpose: 'rotate the data key of one purpose; default: all' },
    extend: (command) =>
      void command
        .option('--master', 'wrap the data keys by a new master key; the old one still opens')
        .option('--data', 'use new data keys from now on'),
    request({ body }, { command }) {
      const { master, data } = command.opts<{ master?: true; data?: true }>()
      if (master === data) throw new UsageFailure('give either --master or --data')
      if (master && body.purpose !== undefined) {
        throw new UsageFailure('--purpose is for --data: a master key serves every purpose')
      }
      return requestOf('rotateKeys', { body: { ...body, scope: master ? 'master' : 'data' } })
    },
    view: recordWith({ keys: tableOf(['purpose', 'keyId', 'previousKeyId']) }),
    examples: `
--master replaces a master key in the data directory by a new one. If the key is in the settings:
  1. restart every process with the new key in TESSERA_MASTER_KEY, and the present one in
     TESSERA_MASTER_KEY_PREVIOUS
  2. tessera keys rotate --master
Either way, once every process has been restarted with the new key:
  3. tessera keys masters
  4. tessera keys retire <masterId of the previous one>`,
  }),
  retire: operation('retireMasterKey', {
    about: 'retire a master key, once every process uses the new one',
  }),
  split: SPLIT,
  join: JOIN,
  wrap: WRAP,
})
