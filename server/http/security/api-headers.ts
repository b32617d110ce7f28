import type { FastifyInstance } from 'fastify'
import { fileHeaders, type FileHeaderSettings } from '../pages/document-headers.ts'

/** Headers of API responses: nothing in them may run, be framed or be embedded. Documents have headers of their own. */
export function useApiHeaders(app: FastifyInstance, settings: FileHeaderSettings): void {
  const headers = {
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    ...fileHeaders(settings),
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
