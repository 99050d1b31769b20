export { messages } from './en.ts'
