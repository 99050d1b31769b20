import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Names of functions that read or write the database, cache, or share the work of a group. */
const BESIDE_DECISIONS = new Set([
  'absorb',
  'changesBalancesAlone',
  'close',
  'evictDownTo',
  'hasEmptied',
  'invalidatesEntries',
  'isEmptied',
  'isUnchanged',
  'isWhole',
  'joined',
  'leavesWork',
  'mayReplace',
  'openOf',
  'openPlainBook',
  'originsOf',
  'rangesByFace',
  'rangesFor',
  'remove',
  'size',
  'stamp',
  'toRange',
  'walletNamesIn',
  'weightOf',
])

/** Functions of deciders that run only with a database, which random histories do not have. */
const ignorer = {
  shouldIgnore(path) {
    if (!path.isFunction()) return undefined
    const { params, id, key } = path.node
    const name = (id ?? key ?? path.parent.id ?? path.parent.key)?.name
    const takesDatabase = params.some((one) => one.name === 'tx' || one.name === 'db')
    return takesDatabase || BESIDE_DECISIONS.has(name) ? 'runs beside a database' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'database', ignorer)]
