import type { FastifyRequest } from 'fastify'
import type { Shop } from '../shop/shop.ts'
import type { CookieJar } from '../sign-on/cookies.ts'
import type { Session, Sessions } from '../sign-on/sessions.ts'
import { ApiError } from './api-error.ts'
import { createFailureLimit } from './failure-limit.ts'
import { createPlaces } from './places.ts'

/** A key that was revoked is refused at once in spite of this, by the hold that names it. */
const KNOWN_MS = 60_000
const MOST_KNOWN = 10_000
/** Keys that the shop is asked about at once, and those of one address: it has few calls for each application. */
const LOOKUPS = { most: 50, mostOfUser: 10 }

/** Whose credit a request spends. */
export interface Owner {
  user: string
  /** Of the customer's API key; null on our own pages. */
  keyId: string | null
}

interface Needs {
  shop: Shop
  sessions: Sessions
  cookies: CookieJar
  /** Of this site. */
  publicUrl: string
}

export type Owners = ReturnType<typeof createOwners>

/** Finds who sends a request: by the session of our own pages, or by a key that the customer made in the shop. */
export function createOwners({ shop, sessions, cookies, publicUrl }: Needs) {
  const known = new Map<string, { user: string; keyId: string; until: number }>()
  // by address, so that nobody uses up how often the shop says whose a key is
  const wrongKeys = createFailureLimit()
  const lookups = createPlaces(LOOKUPS)

  function requireSession(request: FastifyRequest): Session {
    const session = sessions.find(cookies.sessionIds(request))
    if (session === null) throw new ApiError('signed_out')
    return session
  }

  /** A session travels by itself, so it counts for our own pages alone. */
  function isOwnPage({ headers }: FastifyRequest): boolean {
    const { origin, 'sec-fetch-site': site, authorization } = headers
    const isOwn = site === 'same-origin' || (site === undefined && origin === publicUrl)
    return isOwn && authorization === undefined
  }

  return {
    /** Throws signed_out. */
    requireSession,

    /** Throws signed_out, invalid_api_key, rate_limit_exceeded, busy and ShopError. */
    async find(request: FastifyRequest): Promise<Owner> {
      if (isOwnPage(request)) return { user: requireSession(request).user, keyId: null }
      const key = /^Bearer (key_[\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
      if (key === undefined) throw new ApiError('invalid_api_key')
      const owner = known.get(key)
      if (owner && owner.until > Date.now()) return owner
      known.delete(key)
      wrongKeys.check(request.ip)
      const free = lookups.take(request.ip)
      const found = await shop.findKeyOwner(key).finally(free)
      if (found === null) {
        wrongKeys.count(request.ip)
        throw new ApiError('invalid_api_key')
      }
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, { ...found, until: Date.now() + KNOWN_MS })
      return found
    },
  }
}
