import { randomBytes } from 'node:crypto'
import type { SignedOnUser } from './open-id.ts'

/** Then the browser is signed on again by the shop, which takes a redirect. */
const SESSION_MS = 12 * 60 * 60 * 1_000
/** Beyond it the oldest sessions end. */
const MOST_SESSIONS = 20_000
/** A notice may arrive before the sign-on that it ends is complete. */
const ENDED_KEPT_MS = 10 * 60 * 1_000

export interface Session extends SignedOnUser {
  id: string
  endsAt: number
}

export type Sessions = ReturnType<typeof createSessions>

/** Sessions in memory: after a restart the shop signs browsers on again. */
export function createSessions({ now = Date.now } = {}) {
  const sessions = new Map<string, Session>()
  const endedSids = new Map<string, number>()

  return {
    /** Null: the shop has ended this session already. */
    create(user: SignedOnUser): Session | null {
      if (endedSids.has(user.sid)) return null
      const session = {
        ...user,
        id: randomBytes(32).toString('base64url'),
        endsAt: now() + SESSION_MS,
      }
      sessions.set(session.id, session)
      const oldest = sessions.keys().next().value
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest)
      return session
    },

    /** The first that is alive. */
    find(ids: readonly string[]): Session | null {
      for (const id of ids) {
        const session = sessions.get(id)
        if (session && session.endsAt > now()) return session
        sessions.delete(id)
      }
      return null
    },

    end(id: string): void {
      sessions.delete(id)
    },

    /** Ends every session that this session of the shop signed on. */
    endOfShop(sid: string): void {
      for (const [id, session] of sessions) if (session.sid === sid) sessions.delete(id)
      for (const [ended, at] of endedSids) if (at < now() - ENDED_KEPT_MS) endedSids.delete(ended)
      endedSids.set(sid, now())
    },
  }
}
