import { createHash } from 'node:crypto'
import { ApiError } from '../api/api-error.ts'
import type { Owner } from '../api/owners.ts'
import { createPlaces } from '../api/places.ts'
import type { Shop } from '../shop/shop.ts'
import {
  type FinishedPictures,
  MOST_PICTURES,
  MOST_PRICE,
  type PictureEvent,
  type PictureText,
  PICTURE_TOOL,
  priceOfPicture,
  type Turn,
} from '../wire/picture.ts'
import { refusePicture } from '../wire/picture-header.ts'
import { PictureError, type PictureReader } from './picture-reader.ts'

/** Pictures at once in all, of which one user has a job's at most: the others stand in line for the one thread. */
const MOST_AT_ONCE = 2 * MOST_PICTURES
/** Longer than the longest line of pictures takes. */
const HOLD_S = 30 * 60

export interface PictureOrder {
  /** The same order under the same id is charged once, however often it is sent. */
  id: string
  pictures: readonly { bytes: Uint8Array; turn: Turn }[]
}

export interface PictureContext extends Owner {
  signal: AbortSignal
  report: (event: Exclude<PictureEvent, { type: 'done' | 'failed' }>) => void
}

export type PictureRunner = (
  order: PictureOrder,
  context: PictureContext,
) => Promise<FinishedPictures>

interface Needs {
  shop: Shop
  reader: PictureReader
  log: { error: (facts: object, message: string) => void }
}

/**
 * Holds the highest price, reads one picture after another, charges what was read. Pictures that cannot be read cost
 * nothing; work that is cancelled gives the hold back. Throws ApiError and ShopError.
 */
export function createPictureRunner({ shop, reader, log }: Needs) {
  const places = createPlaces({ most: MOST_AT_ONCE, mostOfUser: MOST_PICTURES })
  const closing = new AbortController()

  const runPictures: PictureRunner = async (order, context) => {
    if (reader.missing.length > 0) throw new ApiError('pictures_missing')
    const refusals = order.pictures.map(({ bytes }) => refusePicture(bytes))
    for (const [picture, message] of refusals.entries())
      if (message !== null) context.report({ type: 'refused', picture, message })
    const count = refusals.filter((message) => message === null).length
    if (count === 0) return sumUp(order.pictures.map(() => null))
    const free = places.take(context.user, count)
    try {
      return await spend(order, { ...context, refusals, count })
    } finally {
      free()
    }
  }

  async function spend(
    order: PictureOrder,
    context: PictureContext & { refusals: readonly (string | null)[]; count: number },
  ): Promise<FinishedPictures> {
    const { user, keyId, report, refusals, count } = context
    const signal = AbortSignal.any([context.signal, closing.signal])
    const key = keyOf(order)
    const reason = count === 1 ? PICTURE_TOOL.name : `${PICTURE_TOOL.name}（${count} 张）`
    const spending = { user, amount: count * MOST_PRICE, reason, keyId, endsInS: HOLD_S }
    const { hold, available } = await shop.hold(spending, `${key}.hold`)
    if (hold.state === 'released') throw new ApiError('job_ended')
    report({ type: 'held', amount: hold.amount, available })
    const ofUser = { user, id: hold.id }
    /** A hold that cannot be released ends by itself. */
    const releaseUncharged = async () => {
      if (hold.state === 'captured') return
      await shop
        .release(ofUser, `${key}.release`)
        .catch((err: unknown) => log.error({ err, hold: hold.id }, 'a hold was not released'))
    }
    const pictures: (PictureText | null)[] = []
    try {
      for (const [at, picture] of order.pictures.entries()) {
        const text = refusals[at] === null ? await read(at, picture, { report, signal }) : null
        signal.throwIfAborted()
        pictures.push(text)
      }
    } catch (error) {
      await releaseUncharged()
      if (closing.signal.aborted) throw new ApiError('busy')
      throw signal.aborted ? new ApiError('cancelled') : error
    }
    const sum = sumUp(pictures)
    if (sum.cost === 0) {
      await releaseUncharged()
      return sum
    }
    const booking = { amount: sum.cost, usage: { pictures: count, characters: sum.characters } }
    const booked = await shop.capture(ofUser, booking, `${key}.capture`)
    if (booked.charge === null) throw new ApiError('job_ended')
    return {
      ...sum,
      cost: booked.charge.amount,
      available: booked.available,
      charge: booked.charge.id,
      wasPaid: hold.state === 'captured',
    }
  }

  /** Null: refused, and reported. */
  async function read(
    picture: number,
    given: { bytes: Uint8Array; turn: Turn },
    { report, signal }: Pick<PictureContext, 'report' | 'signal'>,
  ): Promise<PictureText | null> {
    try {
      const text = await reader.read(given, {
        signal,
        onWaiting: (ahead) => report({ type: 'waiting', picture, ahead }),
        onProgress: (done, of) => report({ type: 'reading', picture, done, of }),
      })
      // white space is free
      const characters = Array.from(text.rows.source.replaceAll(/\s/gu, '')).length
      const cost = priceOfPicture(characters)
      report({ type: 'read', picture, characters, cost })
      return { ...text, characters, cost }
    } catch (error) {
      signal.throwIfAborted()
      const isForUser = error instanceof PictureError
      if (!isForUser) log.error({ err: error }, 'a picture was not read')
      report({ type: 'refused', picture, message: isForUser ? error.message : '识别失败' })
      return null
    }
  }

  return {
    runPictures,
    /** Ends the jobs that run, whose credit goes back; resolves when they have ended. */
    drain(): Promise<void> {
      closing.abort()
      return places.drain()
    },
  }
}

/** What was read, before it is charged. */
function sumUp(pictures: (PictureText | null)[]): FinishedPictures {
  const sum = (name: 'characters' | 'cost') =>
    pictures.reduce((total, picture) => total + (picture?.[name] ?? 0), 0)
  const sums = { characters: sum('characters'), cost: sum('cost') }
  return { pictures, ...sums, available: null, charge: null, wasPaid: false }
}

/** Other pictures under the same id are another order. */
function keyOf({ id, pictures }: PictureOrder): string {
  const hash = createHash('sha256')
  for (const { bytes, turn } of pictures) hash.update(`${bytes.length}.${turn};`).update(bytes)
  return `${id}.${hash.digest('base64url')}`
}
