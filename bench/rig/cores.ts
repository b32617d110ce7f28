import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** Which of the two cores a program runs on. Both sides of a comparison run on the same. */
export type CorePlacement = 'generator' | 'server' | 'both'

const TASKSET = ['/usr/bin/taskset', '/bin/taskset'].find((path) => existsSync(path))

/**
 * The cores by placement: one for the load generator, one for the server, both for the database. More cores
 * of the machine are not used. Null where programs cannot be bound to cores; the system then chooses.
 */
const cores = findCores()

function findCores(): Record<CorePlacement, string> | null {
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

/** Binds this process and all processes that it starts to the two cores. */
export function bindToTwoCores(): void {
  if (cores === null || TASKSET === undefined) return
  execFileSync(TASKSET, ['-cp', cores.both, `${process.pid}`])
}

/** The command line that runs a program on the cores of its placement. */
export function bindCommand(
  place: CorePlacement,
  program: string,
  args: string[],
): [string, string[]] {
  if (cores === null || TASKSET === undefined) return [program, args]
  return [TASKSET, ['-c', cores[place], program, ...args]]
}

export const areCoresBound = cores !== null
