const KEY = 'login-email'

/** What the last login on this device chose: the e-mail, '' = not to keep it, undefined = no login yet. */
export function rememberedEmail(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps the e-mail on this device, or with '' the wish not to keep it. */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // Storage may be full or forbidden; then nothing is remembered.
  }
}
