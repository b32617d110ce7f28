/** Requests that the nodes answered more than once, from the lines of `harness/preload/trace-requests.ts`. */
export function findDoubled(trace: string): string[] {
  const seen = new Set<string>()
  const doubled = new Set<string>()
  for (const line of trace.trim().split('\n')) {
    const id = line.split(' ', 1)[0]!
    // not one of the drill's
    if (id === '-') continue
    if (seen.has(id)) doubled.add(id)
    seen.add(id)
  }
  return [...doubled]
}
