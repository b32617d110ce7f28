import type { Deps } from '../../deps.ts'
import { widestNetwork } from '../../http/limits/address-keys.ts'
import { dayText } from '../../lib/local-time.ts'
import { OTHER_SOURCES } from '#contract/traffic-sources.ts'
import { addVisits } from './visits.store.ts'

/** Counted visits are written together after this time. */
const FLUSH_MS = 3_000
/** Sources that get a row of their own on a day although nobody has come from them within 30 days. */
const MOST_NEW_SOURCES = 200
/** Sources held in memory until they are written; the others count together. */
const MOST_HELD = 1_000
/** Visits that count within a minute from one network, such as an office behind one address. */
const MOST_A_MINUTE = 300
const MOST_NETWORKS = 50_000
const MINUTE_MS = 60_000
/** Programs that run scripts and say so; those that run none never ask for the token that is counted. */
const PROGRAM = /bot\b|crawl|spider|slurp|preview/i

export interface Visit {
  /** Null: none. */
  source: string | null
  address: string
  userAgent: string | undefined
}

/** Counts visits by day and traffic source. The address limits how much counts and is stored nowhere. */
export interface VisitCounter {
  count(visit: Visit): void
  /** Writes what is counted, and counts nothing any more. */
  close(): Promise<void>
}

export function createVisitCounter({
  sql,
  now,
  log,
  content,
}: Pick<Deps, 'sql' | 'now' | 'log' | 'content'>): VisitCounter {
  const { timeZone } = content.site
  let counts = new Map<string, Map<string, number>>()
  let networks = new Map<string, number>()
  let minute = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function mayCount(address: string): boolean {
    const current = Math.floor(now().getTime() / MINUTE_MS)
    if (current !== minute) {
      minute = current
      networks = new Map()
    }
    const network = widestNetwork(address)
    const seen = networks.get(network) ?? 0
    if (seen >= MOST_A_MINUTE || (seen === 0 && networks.size >= MOST_NETWORKS)) return false
    networks.set(network, seen + 1)
    return true
  }

  function add(day: string, source: string, visits: number): void {
    const ofDay = counts.get(day) ?? new Map<string, number>()
    counts.set(day, ofDay)
    const key = ofDay.has(source) || ofDay.size < MOST_HELD ? source : OTHER_SOURCES
    ofDay.set(key, (ofDay.get(key) ?? 0) + visits)
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const written = counts
    counts = new Map()
    for (const [day, ofDay] of written) {
      const batch = { sources: [...ofDay.keys()], visits: [...ofDay.values()] }
      try {
        await addVisits(sql, { day, ...batch, mostNew: MOST_NEW_SOURCES })
      } catch (err) {
        log.warn({ err }, 'visits could not be written; they are tried again')
        for (const [source, visits] of ofDay) add(day, source, visits)
      }
    }
    if (counts.size > 0) schedule()
  }

  function schedule(): void {
    if (isClosed || timer !== undefined) return
    timer = setTimeout(() => void flush(), FLUSH_MS)
    timer.unref()
  }

  return {
    count({ source, address, userAgent }) {
      if (userAgent === undefined || PROGRAM.test(userAgent) || !mayCount(address)) return
      add(dayText(now(), timeZone), source ?? '', 1)
      schedule()
    },
    async close() {
      isClosed = true
      await flush()
    },
  }
}
