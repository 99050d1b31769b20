import ts from 'typescript'
import { literalsOf, ObjectTypes, writtenNames } from './object-types.ts'

interface Text {
  readonly path: string
  readonly text: string
}

/**
 * Returns each member that an object with a spread writes out and that its type lacks. The compiler
 * finds such members only in objects without a spread. A type is known if the variable declares it,
 * or the function that returns the object.
 */
export function excessMembers(texts: readonly Text[]): {
  readonly faults: string[]
  compared: number
} {
  const types = new ObjectTypes(texts)
  const faults: string[] = []
  let compared = 0
  for (const { path } of texts.filter(({ text }) => text.includes('...'))) {
    const source = types.sourceOf(path)
    const generic: string[] = []
    const compare = (type: ts.TypeNode | undefined, value: ts.Expression | undefined): void => {
      const members = types.membersOf(type, path)
      const names: readonly string[] = type?.getText(source).match(/\w+/g) ?? []
      if (members === undefined || names.some((name) => generic.includes(name))) return
      for (const literal of literalsOf(value)) {
        if (!literal.properties.some(ts.isSpreadAssignment)) continue
        compared += 1
        for (const name of writtenNames(literal)) {
          if (ts.isComputedPropertyName(name) || members.has(name.text)) continue
          const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
          faults.push(`${path}:${line + 1} ${name.text}`)
        }
      }
    }
    const visit = (node: ts.Node, returned: ts.TypeNode | undefined): void => {
      const isFunction = ts.isFunctionLike(node)
      const type = isFunction ? node.type : returned
      const own = (isFunction && node.typeParameters) || []
      generic.push(...own.map(({ name }) => name.text))
      if (ts.isVariableDeclaration(node)) compare(node.type, node.initializer)
      if (ts.isSatisfiesExpression(node)) compare(node.type, node.expression)
      if (ts.isReturnStatement(node)) compare(returned, node.expression)
      if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) compare(node.type, node.body)
      ts.forEachChild(node, (child) => visit(child, type))
      generic.length -= own.length
    }
    visit(source, undefined)
  }
  return { faults, compared }
}
