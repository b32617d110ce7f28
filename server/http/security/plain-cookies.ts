import type { FastifyInstance } from 'fastify'

const SET_COOKIE = 'set-cookie'

/**
 * Safari and Qt WebEngine keep no Secure cookie of http://localhost. There the browser gets cookies without it and
 * under other names, because the prefix `__Host-` is for Secure ones. Everything behind the hook, libraries included,
 * sees and sets the names of production.
 */
export function usePlainCookies(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { headers } = request.raw
    const { cookie } = headers
    if (cookie !== undefined) headers.cookie = cookie.replaceAll(/(^|; ?)plain-(\w+)-/g, '$1__$2-')
    const { raw } = reply
    const [setHeader, writeHead] = [raw.setHeader.bind(raw), raw.writeHead.bind(raw)]
    raw.setHeader = (name, value) =>
      setHeader(name, name.toLowerCase() === SET_COOKIE ? plain(value) : value)
    raw.writeHead = (status: number, ...rest: unknown[]) => {
      for (const given of rest) {
        if (typeof given === 'object' && given !== null && SET_COOKIE in given)
          Object.assign(given, { [SET_COOKIE]: plain(given[SET_COOKIE]) })
      }
      return Reflect.apply(writeHead, raw, [status, ...rest])
    }
    done()
  })
}

/** Lines of a set-cookie header, one or several. */
function plain<Lines>(lines: Lines): Lines
function plain(lines: unknown): unknown {
  if (Array.isArray(lines)) return lines.map((line) => plain(line))
  return String(lines)
    .replace(/^__(\w+)-/, 'plain-$1-')
    .replace(/; Secure/i, '')
}
