/** The two cookies that the server writes for pages to read. */
export function setMockCookie(name: '_userInfo' | '_csrf', value: string): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- stands in for the server's Set-Cookie
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax`
}

export function clearMockLogin(): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- stands in for the server's Set-Cookie
  document.cookie = '_userInfo=; Path=/; Max-Age=0'
}

export function isMockLoggedIn(): boolean {
  return document.cookie.split('; ').some((pair) => pair.startsWith('_userInfo='))
}
