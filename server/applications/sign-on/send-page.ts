import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignOnPage } from './pages/document.ts'

export function sendPage(reply: FastifyReply, { html, headers }: SignOnPage): FastifyReply {
  return reply.headers(headers).send(html)
}

/**
 * Whether a form was sent by a page of ours. It needs no token: its cookie is of this browser, and the browser says
 * where the page was from.
 */
export function isOwnForm({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined || site === 'same-origin'
}
