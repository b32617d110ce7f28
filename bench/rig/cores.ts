import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Who may run where. Both sides of a comparison get the same. */
export type Place = 'generator' | 'server' | 'both'

const TASKSET = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path))

/**
 * Two cores of the machine, however many it has: the load generator's and the server's; the database
 * has both. Null where programs cannot be bound to cores: there the system puts them where it likes.
 */
const cores = findCores()

function findCores(): Record<Place, string> | null {
  if (TASKSET === undefined || process.platform !== 'linux') return null
  const list = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  const allowed = (list ?? '').split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  const [server, generator] = allowed
  if (server === undefined || generator === undefined) return null
  return { server: `${server}`, generator: `${generator}`, both: `${server},${generator}` }
}

/** Binds this process, and by inheritance all that it starts, to the two cores. */
export function bindToTwoCores(): void {
  if (cores === null || TASKSET === undefined) return
  execFileSync(TASKSET, ['-cp', cores.both, `${process.pid}`])
}

/** The command line that runs a program in its place. */
export function boundTo(place: Place, program: string, args: string[]): [string, string[]] {
  if (cores === null || TASKSET === undefined) return [program, args]
  return [TASKSET, ['-c', cores[place], program, ...args]]
}

export const areCoresBound = cores !== null
