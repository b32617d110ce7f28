/** File descriptors of listening sockets; null = the process opens its own. */
export interface InheritedSockets {
  shop: number | null
  console: number | null
}

/** The first descriptor that systemd passes on (sd_listen_fds). */
const FIRST = 3

/**
 * Sockets that a supervisor holds for this process (systemd's LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES): visitors
 * queue there while it restarts. The one named `console` is the console's; else the first is the shop's and the
 * second the console's.
 */
export function inheritedSockets(
  variables: Record<string, string | undefined>,
  pid: number,
): InheritedSockets {
  // meant for another process, such as the parent
  const count = Number(variables['LISTEN_PID']) === pid ? Number(variables['LISTEN_FDS']) : 0
  const names = (variables['LISTEN_FDNAMES'] ?? '').split(':')
  const descriptors = Array.from({ length: count > 0 ? count : 0 }, (_, at) => FIRST + at)
  const named = names.indexOf('console')
  const forConsole = descriptors[named < 0 ? 1 : named] ?? null
  return { shop: descriptors.find((each) => each !== forConsole) ?? null, console: forConsole }
}
