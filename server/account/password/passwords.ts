import { createHash, createHmac, randomBytes } from 'node:crypto'
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2'
import { AppError } from '../../http/app-error.ts'
import { derivePurposeKeys } from '../../http/keys.ts'
import { isCommonPassword } from './common-passwords.ts'

/** argon2id at OWASP's minimum. A login rehashes a password that was stored at a lower cost. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options
/** Two are computed (`server/launch.ts` gives Node two threads); the third starts as soon as a thread is free. */
const MAX_RUNNING = 3
const MAX_WAITING = 49
const RETRY_S = 2
const DIGEST_LENGTH = 44

/** Which of the two queues a hash waits in: `owner` for a known device or a session of the account, else `stranger`. */
export type PasswordLane = 'owner' | 'stranger'

/** Takes passwords as the wire carries them: `passwordDigest`, or `knownPassword` with the digest of an older form. */
export interface Passwords {
  hash(digest: string, lane?: PasswordLane): Promise<string>
  /** With `stored` null (unknown user) does the same work and returns false. */
  verify(stored: string | null, digest: string, lane?: PasswordLane): Promise<boolean>
  /**
   * A right password hashed anew when it is stored at a lower cost or under an older key of SECRET_KEY, else null. It
   * stays in the form in which it is stored: nothing proves that the other digest is of the same password.
   */
  rehash(stored: string, digest: string, lane?: PasswordLane): Promise<string | null>
  isCommon(digest: string): boolean
}

type Cost = Record<keyof typeof COST, number>

/**
 * At most two hashes are computed at once and about fifty of each lane wait; the next throws OVERLOADED.
 * Strangers cannot use the places of owners. A test that counts comparisons gives its own `matches`.
 */
export function createPasswords(
  secretKey: string,
  cost: Cost = COST,
  matches: typeof verify = verify,
): Passwords {
  const peppers = derivePurposeKeys(secretKey, 'pepper')
  const runQueued = createQueue(MAX_RUNNING, MAX_WAITING)
  // as text, because the library's verify() accepts only UTF-8
  const addPepper = (digest: string, pepper = peppers[0]!) =>
    createHmac('sha256', pepper).update(Buffer.from(digest, 'base64')).digest('base64')
  const unknownUserHash = hash(randomBytes(32).toString('base64'), cost)

  return {
    hash: (digest, lane = 'stranger') => runQueued(lane, () => hash(addPepper(digest), cost)),
    verify: (stored, digest, lane = 'stranger') =>
      runQueued(lane, async () => {
        const known = stored ?? (await unknownUserHash)
        let isKnown = false
        // every key is tried, whichever matches: the time tells nothing of the account
        for (const pepper of peppers) {
          for (const form of digest.split(' ')) {
            if (await matches(known, addPepper(form, pepper))) isKnown = true
          }
        }
        return stored !== null && isKnown
      }),
    async rehash(stored, digest, lane = 'stranger') {
      const { memoryCost, timeCost, parallelism } = parseOptions(stored)
      const isCheap =
        memoryCost < cost.memoryCost || timeCost < cost.timeCost || parallelism < cost.parallelism
      if (!isCheap && peppers.length === 1) return null
      return runQueued(lane, async () => {
        for (const pepper of peppers) {
          for (const form of digest.split(' ')) {
            if (!(await matches(stored, addPepper(form, pepper)))) continue
            return isCheap || pepper !== peppers[0] ? hash(addPepper(form), cost) : null
          }
        }
        return null
      })
    },
    isCommon: (digest) => isCommonPassword(Buffer.from(digest, 'base64')),
  }
}

/** The digest that a browser sends for a typed password: base64 of the SHA-256 of its composed form. */
export function passwordDigest(typed: string): string {
  return createHash('sha256').update(typed.normalize('NFC'), 'utf8').digest('base64')
}

/** The digest of the composed form alone. */
export function composedForm(knownPassword: string): string {
  return knownPassword.slice(0, DIGEST_LENGTH)
}

/** Runs a bounded number of tasks at a time and lets a bounded number of each lane wait. */
function createQueue(maxRunning: number, maxWaiting: number) {
  const waiting: Record<PasswordLane, (() => void)[]> = { owner: [], stranger: [] }
  let running = 0
  let lastLane: PasswordLane = 'stranger'

  /** Alternates between the lanes, so that neither delays the other. */
  function nextInTurn(): (() => void) | undefined {
    const lane = lastLane === 'owner' ? 'stranger' : 'owner'
    lastLane = waiting[lane].length > 0 ? lane : lastLane
    return waiting[lastLane].shift()
  }

  return async <T>(lane: PasswordLane, task: () => Promise<T>): Promise<T> => {
    if (running >= maxRunning) {
      const queue = waiting[lane]
      if (queue.length >= maxWaiting) throw new AppError('OVERLOADED', { retryAfter: RETRY_S })
      // a finished task passes its place on, so `running` does not change
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running += 1
    }
    try {
      return await task()
    } finally {
      const next = nextInTurn()
      if (next) next()
      else running -= 1
    }
  }
}
