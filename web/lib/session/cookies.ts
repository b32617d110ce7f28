const DAY_S = 86_400

/** A readable cookie's decoded value; undefined when it is missing. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found === undefined ? undefined : decode(found.slice(name.length + 1))
}

/** Sets a cookie for the whole site. */
export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser we serve
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * DAY_S}; SameSite=Lax${secure}`
}

/** Removes the cookies of this name, also those that other sites of the domain have set, for this host or this path. */
export function forgetCookie(name: string): void {
  const labels = location.hostname.split('.')
  const domains = labels.map((_, at) => `; Domain=${labels.slice(at).join('.')}`)
  const parts = location.pathname.split('/')
  const paths = parts.flatMap((_, at) => {
    const path = parts.slice(0, at + 1).join('/')
    return [path, `${path}/`]
  })
  for (const domain of ['', ...domains])
    for (const path of paths)
      // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is not in every browser we serve
      document.cookie = `${name}=; Path=${path}${domain}; Max-Age=0`
}

/** The value as it is when it is not URI-encoded. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
