/** CSV files of any size, read part by part as they arrive. */
export { fieldAt, readHeader, widthFault, type CsvColumns, type CsvHeader } from './csv-header.ts'
export { CsvBroken, CsvReader, requireFewer, type CsvRecord } from './csv-records.ts'
export { csvLines, type CsvLine } from './small-file.ts'
export { partsOf, type FilePart } from './file-parts.ts'
