import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language, MessageName } from '../../links/mod.ts'
import type { PageReply } from './page-reply.ts'

/** The functions by which the server sends these pages. */
export interface PageSenders {
  send(reply: FastifyReply, language: Language, shown: PageReply): FastifyReply
  /** Counts a guess of the sender's network, and delays the response. */
  sendUnknown(request: FastifyRequest, reply: FastifyReply, name: MessageName): FastifyReply
  /** False if too many forms of one wallet were sent. */
  mayAct(name: string): boolean
}
