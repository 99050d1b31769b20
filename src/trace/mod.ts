/** Finds where a code is, and tells the story of an order. Reads other modules; owns no table. */
export { type CodeState, findCode, type FoundCode, type FoundItem } from './find-code.ts'
