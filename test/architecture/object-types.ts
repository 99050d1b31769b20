import ts from 'typescript'
import type { SourceFile } from './sources.ts'

/** The members of an object type; undefined if the sources do not say all of them. */
type Members = ReadonlySet<string> | undefined

interface DeclaredType {
  readonly path: string
  readonly node: ts.InterfaceDeclaration | ts.TypeAliasDeclaration
}

const DECLARATION = /^ *(?:export )?(?:interface|type) (\w+)/gm

/** Comments are not parsed: that would take a fifth of the time. */
const PARSED: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
}

/**
 * The object types that are declared in some files, by their names, without a type checker. A file
 * is parsed when it is needed.
 */
export class ObjectTypes {
  readonly #texts: ReadonlyMap<string, string>
  readonly #parsed = new Map<string, ts.SourceFile>()
  /** The files that declare a type of a name. */
  readonly #paths = new Map<string, string[]>()

  constructor(files: readonly Pick<SourceFile, 'path' | 'text'>[]) {
    this.#texts = new Map(files.map(({ path, text }) => [path, text]))
    for (const { path, text } of files) {
      for (const [, name = ''] of text.matchAll(DECLARATION)) {
        this.#paths.set(name, [...(this.#paths.get(name) ?? []), path])
      }
    }
  }

  /** Returns a file as the compiler parses it. */
  sourceOf(path: string): ts.SourceFile {
    const cached = this.#parsed.get(path)
    if (cached) return cached
    const text = this.#texts.get(path) ?? ''
    const source = ts.createSourceFile(path, text, PARSED)
    this.#parsed.set(path, source)
    return source
  }

  #declared(name: string): DeclaredType[] {
    return (this.#paths.get(name) ?? []).flatMap((path) =>
      this.sourceOf(path).statements.flatMap((node) => {
        const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)
        return isType && node.name.text === name ? [{ path, node }] : []
      }),
    )
  }

  /** Returns the members of a type that stands in a file. */
  membersOf(type: ts.TypeNode | undefined, path: string): Members {
    if (type === undefined) return undefined
    if (ts.isTypeLiteralNode(type)) return namesOf(type.members)
    if (ts.isParenthesizedTypeNode(type)) return this.membersOf(type.type, path)
    if (ts.isIntersectionTypeNode(type)) {
      return union(type.types.map((one) => this.membersOf(one, path)))
    }
    return ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName)
      ? this.#membersNamed(type.typeName.text, type.typeArguments ?? [], path)
      : undefined
  }

  #membersNamed(name: string, [first, second]: readonly ts.TypeNode[], path: string): Members {
    if (/^(Promise|Readonly|Partial|Required)$/.test(name)) return this.membersOf(first, path)
    if (name === 'Pick') return literals(second)
    if (name === 'Omit') {
      const [all, omitted] = [this.membersOf(first, path), literals(second)]
      return all && omitted && new Set([...all].filter((one) => !omitted.has(one)))
    }
    const all = this.#declared(name)
    const own = all.filter((one) => one.path === path)
    // If several types have the name, a member of any of them is accepted.
    return all.length === 0
      ? undefined
      : union((own.length > 0 ? own : all).map((one) => this.#declaredMembers(one)))
  }

  #declaredMembers({ node, path }: DeclaredType): Members {
    if (ts.isTypeAliasDeclaration(node)) {
      return node.typeParameters ? undefined : this.membersOf(node.type, path)
    }
    const bases = (node.heritageClauses ?? []).flatMap(({ types }) => [...types])
    return union([
      namesOf(node.members),
      ...bases.map(({ expression, typeArguments }) =>
        ts.isIdentifier(expression)
          ? this.#membersNamed(expression.text, typeArguments ?? [], path)
          : undefined,
      ),
    ])
  }
}

function union(parts: readonly Members[]): Members {
  const all = new Set<string>()
  for (const part of parts) {
    if (part === undefined) return undefined
    for (const name of part) all.add(name)
  }
  return all
}

/** Undefined for an index signature, or a name that is computed. */
function namesOf(members: ts.NodeArray<ts.TypeElement>): Members {
  return union(members.map(({ name }) => name && nameOf(name)))
}

function nameOf(name: ts.PropertyName): Members {
  const isPlain = ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
  return isPlain ? new Set([name.text]) : undefined
}

/** The texts of `'a' | 'b'`. */
function literals(type: ts.TypeNode | undefined): Members {
  if (type && ts.isUnionTypeNode(type)) return union(type.types.map(literals))
  const isText = type && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)
  return isText ? new Set([type.literal.text]) : undefined
}

/** Returns the names that a literal and what is conditionally spread into it write out. */
export function writtenNames(literal: ts.ObjectLiteralExpression): ts.PropertyName[] {
  return literal.properties.flatMap((one) =>
    ts.isSpreadAssignment(one) ? literalsOf(one.expression).flatMap(writtenNames) : [one.name],
  )
}

/** Returns the literals that an expression may result in. */
export function literalsOf(expression: ts.Expression | undefined): ts.ObjectLiteralExpression[] {
  if (expression === undefined) return []
  if (ts.isObjectLiteralExpression(expression)) return [expression]
  if (ts.isParenthesizedExpression(expression)) return literalsOf(expression.expression)
  if (ts.isConditionalExpression(expression)) {
    return [expression.whenTrue, expression.whenFalse].flatMap(literalsOf)
  }
  const isAnd =
    ts.isBinaryExpression(expression) &&
    expression.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
  return isAnd ? literalsOf(expression.right) : []
}
