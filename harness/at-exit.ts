const kills = new Set<() => unknown>()

/** Carries this out when the process ends, unless the returned function was called before: children do not outlive it. */
export function atExit(kill: () => unknown): () => void {
  // one listener for all: Node warns of more than ten
  if (kills.size === 0) process.once('exit', killAll)
  kills.add(kill)
  return () => {
    kills.delete(kill)
    if (kills.size === 0) process.off('exit', killAll)
  }
}

function killAll(): void {
  for (const kill of kills) kill()
}
