/** A question and its answer. */
export interface Turn {
  text: string
  useId: string
  model: string
  answer: string
  state: 'running' | 'done' | 'stopped' | 'failed'
  /** What was charged; null where the page was not told. */
  cost: number | null
  problem?: string | undefined
  /** Where it is shown. */
  element?: HTMLElement
}

interface Conversation {
  /** Whose it is. */
  user: string
  /** What was typed and not sent. */
  draft: string
  /** What is chosen for it; absent: the first. */
  useId?: string
  model?: string
  turns: Turn[]
}

const NAME = 'draft chat'

/** The conversation of this tab and user; other tabs, and whoever logs in after this user, do not see it. */
export function readConversation(user: string): Conversation {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `storeConversation` wrote it
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Conversation | null
    if (kept?.user === user && Array.isArray(kept.turns)) return kept
  } catch {
    // no storage, or something else in it
  }
  return { user, draft: '', turns: [] }
}

export function storeConversation({ turns, ...rest }: Conversation): void {
  // an answer that is cut off by leaving the page was stopped
  const kept = turns.map(({ element: _, ...turn }) => ({
    ...turn,
    state: turn.state === 'running' ? ('stopped' as const) : turn.state,
  }))
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...rest, turns: kept }))
  } catch {
    // no storage, or no room in it: the page alone keeps it
  }
}
