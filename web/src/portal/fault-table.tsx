import { PlainTable } from '../components/plain-table.tsx'
import { count } from '../format/format.ts'
import { cartTexts } from '../messages/en-shop.ts'
import type { FileFault } from './read-csv.ts'

const texts = cartTexts.file
const FAULTS_SHOWN_MAX = 50

/** The faults of a file, by line. */
export function FaultTable({ faults }: { readonly faults: readonly FileFault[] }) {
  return (
    <PlainTable
      head={[texts.line, texts.fault]}
      numbers={[0]}
      rows={faults
        .slice(0, FAULTS_SHOWN_MAX)
        .map(({ line, message }) => [line === undefined ? '' : count(line), message])}
    />
  )
}
