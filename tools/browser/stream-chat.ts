/** How an answer ended. */
export type ChatEnd =
  | { type: 'done'; cost: number | null; available: number | null }
  | { type: 'failed'; code: string; message: string }

interface Event {
  choices?: { delta?: { content?: string | null } }[]
  cost?: number
  available?: number
  error?: { code: string; message: string }
}

const BROKEN: ChatEnd = {
  type: 'failed',
  code: 'NO_ANSWER',
  message: '连接中断，已收到的部分可能已经扣费',
}

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
    if (!response.ok || response.body === null) return await readRefusal(response)
    let [cost, available]: [number | null, number | null] = [null, null]
    for await (const event of readEvents(response.body)) {
      if (event.error) return toEnd(event.error)
      const piece = event.choices?.[0]?.delta?.content ?? ''
      if (piece !== '') report(piece)
      cost = event.cost ?? cost
      available = event.available ?? available
      if (event === DONE) return { type: 'done', cost, available }
    }
  } catch {
    // the connection broke, or the customer stopped it
  }
  return BROKEN
}

const DONE: Event = {}

/** Our own server writes an event a line. */
async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Event> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  // WebKit's streams cannot be iterated
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue
      const data = line.slice('data: '.length)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
      yield data === '[DONE]' ? DONE : (JSON.parse(data) as Event)
    }
  }
}

async function readRefusal(response: Response): Promise<ChatEnd> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
  const { error } = (await response.json()) as Required<Pick<Event, 'error'>>
  if (error.code === 'signed_out') location.reload()
  return toEnd(error)
}

function toEnd({ code, message }: NonNullable<Event['error']>): ChatEnd {
  return { type: 'failed', code, message }
}
