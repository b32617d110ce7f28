import { isIP } from 'node:net'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../../config/config.ts'

/**
 * Serves development pages under our own host names only. A site whose name resolves to this machine (DNS
 * rebinding) could read them otherwise; an IP address cannot be rebound.
 */
export function restrictToOwnHosts(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  pages: FastifyPluginAsync,
): FastifyPluginAsync {
  const names = new Set(['localhost', host.toLowerCase(), new URL(publicUrl).hostname])
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      // set by the browser: a script can add a proxy's headers, but not this one
      const name = hostnameIn(request.raw.headers.host)
      if (names.has(name) || isIP(name) !== 0) return
      await reply
        .code(403)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(`该页面仅供开发使用，不能用此域名打开：请用 ${publicUrl}\n`)
    })
    await app.register(pages)
  }
}

function hostnameIn(host = ''): string {
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {}
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
