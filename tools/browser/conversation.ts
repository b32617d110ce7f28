import { CHAT_USES, type ChatUse } from '../wire/chat.ts'

/** What was read of a picture, and goes to the model with a question. */
export interface Attachment {
  /** Of the picture's file. */
  name: string
  text: string
  characters: number
}

/** A question and its answer. */
export interface Turn {
  text: string
  attachment?: Attachment | undefined
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
  /** What goes with it. */
  attachment?: Attachment | undefined
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

/** Returns whether there was room for it; without, the page alone keeps it. */
export function storeConversation({ turns, ...rest }: Conversation): boolean {
  // an answer that is cut off by leaving the page was stopped
  const kept = turns.map(({ element: _, ...turn }) => ({
    ...turn,
    state: turn.state === 'running' ? ('stopped' as const) : turn.state,
  }))
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ ...rest, turns: kept }))
    return true
  } catch {
    return false
  }
}

export function findUse(id: string | undefined): ChatUse {
  return CHAT_USES.find((use) => use.id === id) ?? CHAT_USES[0]
}

/** What the model is sent: the conversation so far, or for a task the text alone. */
export function messagesOf(
  turns: readonly Turn[],
  asked: Pick<Turn, 'text' | 'attachment' | 'useId'>,
) {
  const { instruction } = findUse(asked.useId)
  const mine = { role: 'user', content: contentOf(asked) }
  if (instruction !== null) return [{ role: 'system', content: instruction }, mine]
  const before = turns
    .filter(
      ({ useId, answer, state }) =>
        useId === 'ask' && answer !== '' && (state === 'done' || state === 'stopped'),
    )
    .flatMap((turn) => [
      { role: 'user', content: contentOf(turn) },
      { role: 'assistant', content: turn.answer },
    ])
  return [...before, mine]
}

function contentOf({ text, attachment }: Pick<Turn, 'text' | 'attachment'>): string {
  if (attachment === undefined) return text
  return text === '' ? attachment.text : `${text}\n\n${attachment.name}：\n${attachment.text}`
}
