const KEY = 'login-email'

/** The e-mail of the last login on this device; '' when the user chose not to store it, undefined before any login. */
export function rememberedEmail(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the e-mail on this device; '' stores the choice not to. */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, email)
  } catch {
    // Storage is full or forbidden: the e-mail is not remembered.
  }
}

/** Fills a field that is empty. Where the user is about to type, the text is selected: what is typed replaces it. */
export function fillEmptyField(input: HTMLInputElement | null, text: string | undefined): void {
  if (!input || !text || input.value !== '') return
  input.value = text
  if (document.activeElement === input) input.select()
}
