import { isIP } from 'node:net'
import type { FastifyPluginAsync } from 'fastify'
import type { Config } from '../../config.ts'

/**
 * Pages for whoever develops, closed to other sites: one that has its own name lead to this machine
 * (DNS rebinding) would be read to its scripts. An address cannot be led elsewhere, a name can.
 */
export function forOwnHosts(
  { host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>,
  pages: FastifyPluginAsync,
): FastifyPluginAsync {
  const names = new Set(['localhost', host.toLowerCase(), new URL(publicUrl).hostname])
  return async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      // as the browser says it: a script may add any header of a proxy's, but not this one
      const name = hostnameIn(request.raw.headers.host)
      if (names.has(name) || isIP(name) !== 0) return
      await reply
        .code(403)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(`这个页面只供开发使用，不能以这个域名打开：请用 ${publicUrl}\n`)
    })
    await app.register(pages)
  }
}

function hostnameIn(host = ''): string {
  const { hostname = '' } = URL.parse(`http://${host}`) ?? {}
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}
