import { Type } from 'typebox'
import { PERMISSION } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

export const Permissions = Type.Array(oneOf('A permission', PERMISSION), {
  description: 'Permissions of the credential',
})

export const Addresses = Type.Array(Type.String(), {
  description: 'The networks, in CIDR notation, that requests may come from; all if absent',
})
