import { createHash } from 'node:crypto'
import type { Converter } from '../conversions/converter.ts'
import { layOut } from '../pictures/layout.ts'
import { PictureError, type PictureReader } from '../pictures/picture-reader.ts'
import type { Shop } from '../shop/shop.ts'
import {
  type FinishedPictures,
  MOST_PICTURES,
  MOST_PRICE,
  type PictureEvent,
  type PictureText,
  PICTURE_TOOL,
  priceOfPicture,
  type Script,
  type Turn,
} from '../wire/picture.ts'
import { refusePicture } from '../wire/picture-header.ts'
import { countCharacters } from '../wire/price.ts'
import { JobError } from './job-error.ts'
import { createPlaces } from './places.ts'
import { type Log, releaseHold } from './run-job.ts'

/** Pictures at once, in all and of one user: the others stand in line for the one thread. */
const MOST_AT_ONCE = 2 * MOST_PICTURES
const MOST_OF_USER = MOST_PICTURES
/** Longer than the longest line of pictures takes. */
const HOLD_S = 30 * 60

export interface PictureOrder {
  /** The same order under the same id is charged once, however often it is sent. */
  id: string
  pictures: readonly { bytes: Uint8Array; turn: Turn }[]
}

export interface PictureContext {
  user: string
  /** Of the customer's API key; null on the page. */
  keyId: string | null
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
  converter: Converter
  log: Log
}

/**
 * Holds the highest price, reads one picture after another, charges what was read. Pictures that cannot be read cost
 * nothing; work that is cancelled gives the hold back. Throws JobError and ShopError.
 */
export function createPictureRunner({ shop, reader, converter, log }: Needs) {
  const places = createPlaces({ most: MOST_AT_ONCE, mostOfUser: MOST_OF_USER })
  const closing = new AbortController()

  const runPictures: PictureRunner = async (order, context) => {
    if (reader.missing.length > 0) throw new JobError('PICTURES_MISSING')
    const refusals = order.pictures.map(({ bytes }) => refusePicture(bytes))
    for (const [picture, message] of refusals.entries())
      if (message !== null) context.report({ type: 'refused', picture, message })
    const count = refusals.filter((message) => message === null).length
    if (count === 0) return finish(order.pictures.map(() => null))
    return places.withPlace(
      context.user,
      () => spend(order, { ...context, refusals, count }),
      count,
    )
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
    if (hold.state === 'released') throw new JobError('JOB_ENDED')
    report({ type: 'held', amount: hold.amount, available })
    const ofUser = { user, id: hold.id }
    const releaseUncharged = async () => {
      if (hold.state !== 'captured') await releaseHold(shop, ofUser, { key, log })
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
      if (closing.signal.aborted) throw new JobError('BUSY', { retryAfter: 5 })
      throw signal.aborted ? new JobError('CANCELLED') : error
    }
    const { characters, cost } = finish(pictures)
    if (cost === 0) {
      await releaseUncharged()
      return finish(pictures)
    }
    const booking = { amount: cost, usage: { pictures: count, characters } }
    const booked = await shop.capture(ofUser, booking, `${key}.capture`)
    if (booked.charge === null) throw new JobError('JOB_ENDED')
    return {
      ...{ pictures, characters },
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
      const boxes = await reader.read(given, {
        signal,
        onWaiting: (ahead) => report({ type: 'waiting', picture, ahead }),
        onProgress: (done, of) => report({ type: 'reading', picture, done, of }),
      })
      const { rows, table } = layOut(boxes)
      const source = rows.map((row) => row.join('\t')).join('\n')
      const characters = countCharacters(source)
      if (characters === 0) throw new PictureError('没有识别到文字')
      const cost = priceOfPicture(characters)
      report({ type: 'read', picture, characters, cost })
      return { rows: await convertRows(source, signal), table, characters, cost }
    } catch (error) {
      signal.throwIfAborted()
      const isForUser = error instanceof PictureError
      if (!isForUser) log.error({ err: error }, 'a picture was not read')
      report({ type: 'refused', picture, message: isForUser ? error.message : '识别失败' })
      return null
    }
  }

  /** In each form of Chinese. */
  async function convertRows(source: string, signal: AbortSignal): Promise<PictureText['rows']> {
    const convert = async (choice: string) => {
      const order = { tool: 'chinese', choice, text: source } as const
      return (await converter.convert(order, { signal, onProgress: () => {} })).text
    }
    const rows: Record<Script, string> = { source, cn: source, tw: source, hk: source }
    rows.cn = await convert('from-tw')
    rows.tw = await convert('tw')
    rows.hk = await convert('hk')
    return rows
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
function finish(pictures: readonly (PictureText | null)[]): FinishedPictures {
  const sum = (name: 'characters' | 'cost') =>
    pictures.reduce((total, picture) => total + (picture?.[name] ?? 0), 0)
  const [characters, cost] = [sum('characters'), sum('cost')]
  return {
    pictures: [...pictures],
    characters,
    cost,
    available: null,
    charge: null,
    wasPaid: false,
  }
}

/** Other pictures under the same id are another order. */
function keyOf({ id, pictures }: PictureOrder): string {
  const hash = createHash('sha256')
  for (const { bytes, turn } of pictures) hash.update(`${bytes.length}.${turn};`).update(bytes)
  return `${id}.${hash.digest('base64url')}`
}
