import { en } from './en.ts'

export const messages = en
