import sax, { type QualifiedTag } from 'sax'
import { invalidField } from '../core/mod.ts'
import { sheetOf, type Quote, type RateSheet } from './rate-sheet.ts'

const GESMES = 'http://www.gesmes.org/xml/2002-08-01'
const EUROFXREF = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref'
/** Envelope, Cube, a day's Cube, a currency's Cube. Deeper nesting is another format. */
const DEPTH_MAX = 8

/**
 * Reads the European Central Bank's eurofxref-daily.xml: the rates of the euro on one day. Refuses
 * invalid_request, naming the line, for invalid XML, a document type (which could define entities),
 * another vocabulary, or not exactly one day.
 */
export function readEcbXml(text: string): RateSheet {
  const parser = sax.parser(true, { xmlns: true, position: true })
  const days: string[] = []
  const quotes: Quote[] = []
  let depth = 0
  const refuse = (message: string): never => {
    throw invalidField(`line ${parser.line + 1}`, message)
  }
  Object.assign(parser, {
    onerror: (error: Error) => refuse(`is not XML: ${firstLineOf(error)}`),
    ondoctype: () => refuse('must not have a document type'),
    onopentag(element: QualifiedTag) {
      depth += 1
      if (depth > DEPTH_MAX) refuse('has elements too deep for rates of the ECB')
      if (depth === 1 && !(element.local === 'Envelope' && element.uri === GESMES)) {
        refuse('must begin a gesmes:Envelope')
      }
      if (element.local !== 'Cube' || element.uri !== EUROFXREF) return
      const [day, code, rate] = ['time', 'currency', 'rate'].map((name) => attribute(element, name))
      if (day !== undefined) days.push(day)
      if (days.length > 1) refuse('must not begin another day: import one day at a time')
      if (code === undefined && rate === undefined) return
      if (days.length === 0) refuse('has a rate before its day')
      quotes.push({ code: code ?? '', rate: rate ?? '', where: `line ${parser.line + 1}` })
    },
    onclosetag() {
      depth -= 1
    },
  })
  parser.write(text).close()
  const [day] = days
  if (day === undefined || quotes.length === 0)
    throw invalidField('file', 'has no rates of the ECB')
  return sheetOf(day, quotes)
}

function attribute({ attributes }: QualifiedTag, name: string): string | undefined {
  return Object.hasOwn(attributes, name) ? attributes[name]?.value : undefined
}

/** Removes the position, which the parser's messages end with. */
function firstLineOf({ message }: Error): string {
  return message.split('\n')[0] ?? ''
}
