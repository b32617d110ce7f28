/** What proxy and shop saw: first lines of requests, such as `GET /x HTTP/1.1` or `GET /x`. */
export interface Seen {
  byProxy: readonly string[]
  byShop: readonly string[]
}

/** Hidden paths that the shop served more often than the proxy sent: the two did not see the same requests. */
export function findSmuggled({ byProxy, byShop }: Seen, markers: readonly string[]): string[] {
  const count = (lines: readonly string[], marker: string) =>
    lines.filter((line) => targetOf(line).startsWith(marker)).length
  return markers.filter((marker) => count(byShop, marker) > count(byProxy, marker))
}

function targetOf(line: string): string {
  return line.split(' ')[1] ?? ''
}
