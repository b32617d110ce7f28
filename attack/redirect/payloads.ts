/** Addresses that lead elsewhere when they are taken for a path of the site; `host` is the attacker's, with its port. */
export function redirectPayloads(host: string): string[] {
  return [
    ...[`http://${host}/`, `//${host}/`, `///${host}/`, `////${host}`, `/\\${host}/`, `\\/${host}`],
    ...[`\\\\${host}`, `/\t/${host}`, `/\n/${host}`, `/\r\n/${host}`, `\t//${host}`, ` //${host}`],
    ...[`/%09/${host}`, `/%2F${host}`, `/%2f%2f${host}`, `/%5C${host}`, `%2F%2F${host}`],
    ...[`http:${host}`, `http:/${host}`, `http:\\\\${host}`, `HTTP://${host}`, `//user@${host}/`],
    ...[`/.//${host}`, `/..//${host}`, `/account/..//${host}`, `/account/home/../..//${host}`],
    ...[`/account/home@${host}`, `.${host}`, `@${host}`, `:@${host}`, `?//${host}`, `#//${host}`],
    ...[`/account/sign-on/..//${host}`, `/account/sign-on/${'a'.repeat(43)}/..//..//..//${host}`],
    ...[`javascript:fetch('http://${host}/')`, 'javascript:alert(1)', ' javascript:alert(1)'],
    ...['JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', '/javascript:alert(1)', 'data:text/html,x'],
    ...['vbscript:x', 'blob:x', 'file:///etc/passwd', '//0/', '/', '', '.', '..', '%'],
    ...[
      `/\u3002${host}`,
      `/\uFF0F${host}`,
      `\uFF0F\uFF0F${host}`,
      `/\u2028/${host}`,
      `/\0/${host}`,
    ],
  ]
}

/** Names under which programs take such an address. */
export const REDIRECT_NAMES = [
  ...['redirect', 'next', 'url', 'return', 'returnTo', 'return_to', 'returnUrl', 'return_url'],
  ...['continue', 'callback', 'from', 'target', 'dest', 'goto', 'redirect_uri', 'back'],
] as const

/** Where a reply's `Location` leads when it leaves the site; null when it does not. */
export function leavesSite(location: string | undefined, base: string): string | null {
  if (location === undefined) return null
  const url = URL.parse(location, base)
  return url !== null && url.origin === new URL(base).origin ? null : location
}
