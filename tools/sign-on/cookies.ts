import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { BegunSignOn } from './open-id.ts'

/** Programs on one machine share cookies across ports, so the names say whose they are. */
const SESSION = 'tools_session'
/** The shop has just said that nobody is logged in. */
const VISITOR = 'tools_visitor'
const BEGUN = 'tools_sign_on_'
const BEGUN_S = 600
const VISITOR_S = 10

export interface BegunCookie extends BegunSignOn {
  /** Path to come back to. */
  to: string
}

export type Cookies = Record<string, string | undefined>

/** The cookies of this site; Secure where it is reached over https. */
export function createCookieJar({ publicUrl }: { publicUrl: string }) {
  const shared: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    path: '/',
  }
  // `__Host-` makes the browser refuse the cookie from any other host of the domain
  const session = shared.secure ? `__Host-${SESSION}` : SESSION
  return {
    /** All of the name: without the prefix another host of the domain may have set one, which browsers may send first. */
    sessionIds({ headers }: Pick<FastifyRequest, 'headers'>): string[] {
      const pairs = (headers.cookie ?? '').split(/; */)
      const start = `${session}=`
      return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length))
    },
    setSession: (reply: FastifyReply, id: string) => reply.setCookie(session, id, shared),
    removeSession: (reply: FastifyReply) => reply.clearCookie(session, shared),

    setVisitor: (reply: FastifyReply) =>
      reply.setCookie(VISITOR, '1', { ...shared, maxAge: VISITOR_S }),
    /** Whether the browser comes from the shop, where nobody is logged in; only the next page is told so. */
    takeVisitor(cookies: Cookies, reply: FastifyReply): boolean {
      if (cookies[VISITOR] === undefined) return false
      reply.clearCookie(VISITOR, shared)
      return true
    },

    /** One for each tab that signs on. */
    setBegun(reply: FastifyReply, begun: BegunCookie): void {
      const options = { ...shared, path: '/callback', maxAge: BEGUN_S }
      reply.setCookie(BEGUN + nameOf(begun.state), JSON.stringify(begun), options)
    },
    /** Null: this browser did not begin that sign-on, or too long ago. */
    takeBegun(cookies: Cookies, reply: FastifyReply, state: string): BegunCookie | null {
      const name = BEGUN + nameOf(state)
      reply.clearCookie(name, { ...shared, path: '/callback' })
      try {
        const begun: unknown = JSON.parse(cookies[name] ?? '')
        return isBegun(begun) && begun.state === state ? begun : null
      } catch {
        return null
      }
    },
  }
}

export type CookieJar = ReturnType<typeof createCookieJar>

function nameOf(state: string): string {
  return state.replaceAll(/[^\w-]/g, '').slice(0, 12)
}

function isBegun(value: unknown): value is BegunCookie {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['state', 'verifier', 'to'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}
