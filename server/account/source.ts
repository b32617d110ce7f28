/** The traffic source as the browser stored it: a short printable text, or nothing. */
export function sourceFrom(cookie: string | undefined): string | null {
  const text = cookie?.trim() ?? ''
  return /^[^\p{Cc}\p{Cs}]{1,64}$/u.test(text) ? text : null
}
