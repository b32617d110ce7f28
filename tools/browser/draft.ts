/** What the user was about to convert, kept in this tab alone while it goes to the shop and comes back. */
export interface Draft {
  text: string
  choice: string
  /** Id of the job that was last sent with this text. */
  job: string
}

const nameOf = (tool: string) => `draft ${tool}`

export function readDraft(tool: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(tool)) ?? 'null')
    return isDraft(stored) ? stored : null
  } catch {
    return null
  }
}

export function storeDraft(tool: string, draft: Draft): void {
  try {
    if (draft.text === '') sessionStorage.removeItem(nameOf(tool))
    else sessionStorage.setItem(nameOf(tool), JSON.stringify(draft))
  } catch {
    // no storage, or a text larger than it: the page alone keeps it
  }
}

export function removeDrafts(): void {
  try {
    sessionStorage.clear()
  } catch {
    // there was none
  }
}

function isDraft(value: unknown): value is Draft {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['text', 'choice', 'job'].every((name) => typeof Reflect.get(value, name) === 'string')
  )
}
