/** Whether a host name or address, as a listener or a URL bears it, leads to this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || /^(127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
}
