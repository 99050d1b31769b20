import { hurryPolls } from './eventually.ts'

hurryPolls()
