import type { FastifyReply } from 'fastify'
import type { SignOnPage } from './pages/document.ts'

export function sendPage(reply: FastifyReply, { html, headers }: SignOnPage): FastifyReply {
  return reply.headers(headers).send(html)
}
