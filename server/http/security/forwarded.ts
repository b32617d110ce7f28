import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'

/**
 * Keeps only addresses in X-Forwarded-For. The framework accepts any text there as the visitor's address,
 * and limits and sessions store it.
 */
export function useForwardedAddresses(
  app: FastifyInstance,
  { trustProxy }: Pick<Config, 'trustProxy'>,
): void {
  if (trustProxy.length === 0) return
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const named = headers['x-forwarded-for']
    if (named !== undefined) headers['x-forwarded-for'] = readableAddresses(String(named))
    done()
  })
}

/** The addresses at the end of the list, nearest last. Nothing before an entry that is no address comes from our proxies. */
export function readableAddresses(list: string): string {
  if (isIP(list) !== 0 && !list.includes('%')) return list
  const addresses = list.split(',').map((entry) => addressIn(entry.trim()))
  return addresses.slice(addresses.lastIndexOf(null) + 1).join(', ')
}

/** Some proxies add the port: `203.0.113.7:49152`, `[2001:db8::7]:49152`. */
function addressIn(entry: string): string | null {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? []
  const address = v6 ?? v4 ?? entry
  // a zone (`fe80::1%eth0`) names a network card of somebody else's machine
  return isIP(address) === 0 || address.includes('%') ? null : address
}
