import ts from 'typescript'
import { expect, test } from 'vitest'
import { sourceFile, sourceFiles, type SourceFile } from './sources.ts'

const TITLE_LENGTH_MAX = 120
const TITLED = /^(test|describe)\b/

const TESTS = sourceFiles('test').filter(({ path }) => path.endsWith('.test.ts'))
/** A title is on one line, so only files with a line of this length are parsed. */
const LONG_LINE = new RegExp(`.{${TITLE_LENGTH_MAX}}`)

test('no title of a test is longer than 120 characters', () => {
  const titles = TESTS.filter(({ text }) => LONG_LINE.test(text)).flatMap(titlesOf)
  expect(titles.length).toBeGreaterThan(10)
  expect(titles.filter(isLong)).toEqual([])
})

test.each([
  ["test('%', () => {})", 1],
  ["describe('%', () => {\n  test(`%`, () => {})\n})", 2],
  ["test.each([\n  1,\n])(\n  '%',\n  () => {},\n)", 1],
  ["expect('%')", 0],
])('%s: the check finds %i titles that are too long', (text, count) => {
  const longest = sourceFile('a.test.ts', text.replaceAll('%', 'x'.repeat(TITLE_LENGTH_MAX)))
  const tooLong = sourceFile('a.test.ts', text.replaceAll('%', 'x'.repeat(TITLE_LENGTH_MAX + 1)))

  expect(titlesOf(longest).filter(isLong)).toEqual([])
  expect(titlesOf(tooLong).filter(isLong)).toHaveLength(count)
})

interface TitledTest {
  readonly path: string
  readonly title: string
}

function isLong({ title }: TitledTest): boolean {
  return title.length > TITLE_LENGTH_MAX
}

/** Returns the titles as the file spells them, placeholders included. */
function titlesOf({ path, text }: SourceFile): TitledTest[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  const titles: TitledTest[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && TITLED.test(node.expression.getText(source))) {
      const [title] = node.arguments
      const isTitle = title && (ts.isStringLiteral(title) || ts.isTemplateLiteral(title))
      if (isTitle) titles.push({ path, title: title.getText(source).slice(1, -1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}
