import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, isUnchanged, type Resource } from './resource.ts'

export interface Pages {
  /** By address, without query. */
  resources: ReadonlyMap<string, Resource>
  /** The page for every other address. */
  notFound: Resource
}

/** Serves documents and files from memory, at every path without another route. */
export function servePages(app: FastifyInstance, pages: Pages): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // a log line takes half as long as the response; views are counted at the proxy, whose cache answers some
    config: { isUnlogged: true },
    handler(request, reply) {
      if (isCall(request)) return reply.callNotFound()
      return answerPage(pages, request, reply)
    },
  })
}

/** Answers a request for an address or method without a route. */
export function answerPage(pages: Pages, request: FastifyRequest, reply: FastifyReply): void {
  const [path = '/'] = request.url.split('?', 1)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const found = isRead ? pages.resources.get(path) : undefined
  const twin = path.length > 2 && path.endsWith('/') ? path.slice(0, -1) : null
  if (!found && isRead && twin !== null && pages.resources.has(twin)) {
    reply.redirect(twin + request.url.slice(path.length), 308)
    return
  }
  send(found ?? pages.notFound, request, reply)
}

/** Bypasses Fastify's sending: headers and bytes are ready, and no hook concerns them. */
function send(resource: Resource, { headers }: FastifyRequest, reply: FastifyReply): void {
  const variant = resource.variants[chooseEncoding(headers['accept-encoding'])]
  reply.hijack()
  if (resource.status === 200 && isUnchanged(headers['if-none-match'], variant.etag)) {
    reply.raw.writeHead(304, variant.headersUnchanged).end()
    return
  }
  reply.raw.writeHead(resource.status, variant.headers).end(variant.body)
}

/** Whether the path belongs to the API, whose responses have the envelope. */
export function isCall({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return /^\/(api|clients|webhooks)(\/|\?|$)/.test(url)
}
