import type { Failure } from '../wire/calls.ts'
import { readLines } from './read-lines.ts'

/** How an answer ended. */
export type ChatEnd =
  | { type: 'done'; cost: number | null; available: number | null }
  | { type: 'failed'; error: Failure }

interface Piece {
  choices?: { delta?: { content?: string | null } }[]
  cost?: number
  available?: number
  error?: Failure
}

const PREFIX = 'data: '

/** Asks the model and reports the pieces of its answer as they come. An abort ends it as a failure. */
export async function streamChat(
  { model, messages }: { model: string; messages: readonly object[] },
  signal: AbortSignal,
  report: (piece: string) => void,
): Promise<ChatEnd> {
  try {
    const response = await fetch('/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages, stream: true }),
      signal,
    })
    if (!response.ok || response.body === null) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
      const { error } = (await response.json()) as { error: Failure }
      if (error.code === 'signed_out') location.reload()
      return { type: 'failed', error }
    }
    let [cost, available]: [number | null, number | null] = [null, null]
    for await (const line of readLines(response.body)) {
      if (!line.startsWith(PREFIX)) continue
      const data = line.slice(PREFIX.length)
      if (data === '[DONE]') return { type: 'done', cost, available }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
      const event = JSON.parse(data) as Piece
      if (event.error) return { type: 'failed', error: event.error }
      const piece = event.choices?.[0]?.delta?.content ?? ''
      if (piece !== '') report(piece)
      cost = event.cost ?? cost
      available = event.available ?? available
    }
  } catch {
    // the connection broke, or the customer stopped it
  }
  const message = '连接中断，已收到的部分可能已扣费'
  return { type: 'failed', error: { code: 'no_answer', message } }
}
