import type { Deps } from '../../deps.ts'
import type { Pages } from '../../http/pages/pages.ts'
import { compress, createResource, type Resource } from '../../http/pages/resource.ts'
import type { LoadedPages, ServedDocument } from '../pages/load-pages.ts'
import { onPageChange } from '../pages/page-changes.ts'
import { insertAnnouncements } from './insert-announcements.ts'
import { type LiveAnnouncements, readLiveAnnouncements } from './live-announcements.store.ts'

/** How often a node asks what is shown, unless something begins or ends before: everything is there within 10 s. */
const POLL_MS = 3_000
const SOONEST_MS = 50

/** Documents with what is announced and sold; they change in memory while they are served. */
export interface AnnouncedPages extends Pages {
  /** Reads what is shown and puts it into the documents. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the documents up to what the database says is shown. The plain ones stay in memory, and all are replaced at
 * once when their bytes are compressed, outside of the event loop. While the database does not answer, what ends is
 * taken away all the same. `renew` returns the plain ones anew when they have changed, else null.
 */
export async function announcePages(
  { sql, log }: Pick<Deps, 'sql' | 'log'>,
  first: LoadedPages,
  renew: () => Promise<LoadedPages | null> = async () => null,
): Promise<AnnouncedPages> {
  let plain = first
  let pages: Pages = first
  let known: LiveAnnouncements = { banners: [], notices: [], at: new Date(), nextChangeAt: null }
  let readAt = performance.now()
  let inserted: string | null = null
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let queue = Promise.resolve()

  async function look(): Promise<void> {
    try {
      const renewed = await renew()
      if (renewed) {
        plain = renewed
        inserted = null
      }
    } catch (err) {
      log.error({ err }, 'the pages could not be made anew; they are made again')
    }
    try {
      known = await readLiveAnnouncements(sql)
      readAt = performance.now()
    } catch (err) {
      log.warn({ err }, 'announcements could not be read; they are read again')
    }
    const time = databaseTime()
    try {
      await show(liveAt(time))
    } catch (err) {
      log.error({ err }, 'announcements could not be put into the pages; it is tried again')
    }
    schedule(time)
  }

  /** By the database's clock, as far as it is known. */
  function databaseTime(): number {
    return known.at.getTime() + performance.now() - readAt
  }

  function liveAt(time: number): Pick<LiveAnnouncements, 'banners' | 'notices'> {
    const isLive = ({ endsAt }: { endsAt: Date | null }) =>
      endsAt === null || endsAt.getTime() > time
    return { banners: known.banners.filter(isLive), notices: known.notices.filter(isLive) }
  }

  async function show(live: Pick<LiveAnnouncements, 'banners' | 'notices'>): Promise<void> {
    const wanted = JSON.stringify(live)
    if (wanted === inserted) return
    const { documents, announcementScript } = plain
    const resources = new Map(plain.resources)
    let { notFound } = plain
    const made = new Map<string, Promise<Resource>>()
    for (const document of documents) {
      const { path, zone, html, status } = document
      const announced = insertAnnouncements(html, zone, live, announcementScript)
      const isPlain = announced === html
      // addresses of one page share their bytes
      const resource = isPlain
        ? document.resource
        : await (made.get(announced) ??
            keep(made, announced, announcedResource(document, announced)))
      resources.set(path, resource)
      if (status === 404) notFound = resource
    }
    pages = { resources, notFound }
    inserted = wanted
  }

  /** The next look, at the latest when what is shown as of this time changes, which may have come meanwhile. */
  function schedule(shownAsOf: number): void {
    clearTimeout(timer)
    if (isStopped) return
    const change = known.nextChangeAt?.getTime() ?? Infinity
    const wait = change > shownAsOf ? Math.max(SOONEST_MS, change - databaseTime()) : POLL_MS
    timer = setTimeout(() => void refresh(), Math.min(POLL_MS, wait))
    timer.unref()
  }

  function refresh(): Promise<void> {
    queue = queue.then(() => (isStopped ? undefined : look()))
    return queue
  }

  const unsubscribe = onPageChange(() => void refresh())
  await refresh()
  return {
    get resources() {
      return pages.resources
    },
    get notFound() {
      return pages.notFound
    },
    refresh,
    async stop() {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      await queue
    },
  }
}

function keep<Made>(map: Map<string, Made>, key: string, made: Made): Made {
  map.set(key, made)
  return made
}

async function announcedResource(
  { status, headers }: ServedDocument,
  html: string,
): Promise<Resource> {
  return createResource(await compress(Buffer.from(html)), { status, headers })
}
