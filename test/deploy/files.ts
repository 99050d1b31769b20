import { parse, parseAllDocuments } from 'yaml'
import type { Json } from '../support/client.ts'
import { readPage } from '../docs/markdown.ts'

/** Returns the document of a YAML file of the project, its merge keys resolved. */
export function readYaml(path: string): Json {
  return parse(readPage(path), { merge: true })
}

/** Returns all documents of a text. Throws if one is malformed, or has a key twice. */
export function readDocuments(text: string): Json[] {
  return parseAllDocuments(text).map((document) => {
    const [fault] = document.errors
    if (fault) throw fault
    return document.toJS()
  })
}
