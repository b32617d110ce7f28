import { readdirSync, readFileSync } from 'node:fs'

/** These processes and all that descend from them, parents first (Linux only). */
export function processTree(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const parent = parentOf(pid)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = [...new Set(roots)]
  for (const pid of tree) {
    for (const child of children.get(pid) ?? []) if (!tree.includes(child)) tree.push(child)
  }
  return tree
}

/** Sends the signal to each of these that still runs. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // it has ended meanwhile
    }
  }
}

function parentOf(pid: number): number | null {
  try {
    // the name in brackets may hold anything, what follows it is: state, parent
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)
    return Number(afterName?.split(' ')[1])
  } catch {
    return null
  }
}
