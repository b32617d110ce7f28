/** Whether a host name or address, of a listener or in a URL, is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}
