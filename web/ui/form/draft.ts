import * as z from 'zod/mini'

const KEY = 'draft'

const draft = z.object({
  /** Where the form stands. */
  path: z.string(),
  /** Whose it is: the mark of the user whose session has ended. */
  owner: z.string(),
  typed: z.record(z.string(), z.string()),
})

type Place = Pick<z.output<typeof draft>, 'path' | 'owner'>

/** Codes, passwords and cards are typed anew. */
const SECRET = /password|one-time-code|cc-/

/** Keeps what has been typed into the form for this tab, but no secrets. */
export function storeDraft(form: HTMLFormElement, place: Place): void {
  const typed = Object.fromEntries(openInputs(form).map(({ name, value }) => [name, value]))
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...place, typed }))
  } catch {
    // Storage is full or forbidden: then it is typed once more.
  }
}

/** Puts a draft of this place back into the form; it serves once, and nobody else. */
export function restoreDraft(form: HTMLFormElement, { path, owner }: Place): void {
  const kept = readDraft()
  if (kept?.path !== path) return
  const inputs = openInputs(form).filter(({ name }) => name in kept.typed)
  if (kept.owner === owner) for (const input of inputs) input.value = kept.typed[input.name] ?? ''
  if (kept.owner !== owner || inputs.length > 0) sessionStorage.removeItem(KEY)
}

function readDraft(): z.output<typeof draft> | undefined {
  try {
    return draft.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data
  } catch {
    return undefined
  }
}

function openInputs(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.elements].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement &&
      element.name !== '' &&
      !element.hidden &&
      !['password', 'checkbox', 'radio', 'hidden', 'file'].includes(element.type) &&
      !SECRET.test(element.autocomplete),
  )
}
