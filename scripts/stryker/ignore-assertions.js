import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/**
 * Ignores assertions. They stop our own bugs, so no test can reach them, and their mutants say
 * nothing about tests.
 */
const ignorer = {
  shouldIgnore(path) {
    if (!path.isExpressionStatement()) return undefined
    const { type, callee } = path.node.expression
    const isAssertion = type === 'CallExpression' && callee.name === 'assert'
    return isAssertion ? 'an assertion stops a bug of ours' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'assertions', ignorer)]
