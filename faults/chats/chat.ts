import { setTimeout as delay } from 'node:timers/promises'

/** Price of each token of an answer. All that a customer has bought is less than a million of them. */
export const CREDIT_A_TOKEN = 10

/** A request of a customer's client, as long as nobody else asks for the same number of tokens. */
export interface Chat {
  user: string
  /** How long the answer is, by which it is found. */
  tokens: number
  /** Resolves at the first piece, or at the end. */
  begun: Promise<void>
  /** Whole: the client got the end of the answer. */
  ended: Promise<'whole' | 'broken'>
}

interface Asked {
  url: string
  key: string
  user: string
  tokens: number
  maxTokens: number
}

const LIMIT_MS = 60_000
const RETRY_PAUSE_MS = 500

/** Asks the gateway for a streamed answer, as OpenAI's clients do. */
export function startChat({ url, key, user, tokens, maxTokens }: Asked): Chat {
  const begun = Promise.withResolvers<void>()

  /** OpenAI's clients try again where the gateway's server fails before an answer, as when the shop is slow. */
  async function post(): Promise<Response> {
    const signal = AbortSignal.timeout(LIMIT_MS)
    for (;;) {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ model: 'chat', stream: true, max_tokens: maxTokens },
          messages: [{ role: 'user', content: String(tokens) }],
        }),
        signal,
      })
      if (response.status < 500) return response
      await response.body?.cancel()
      await delay(RETRY_PAUSE_MS, undefined, { signal })
    }
  }

  async function read(): Promise<'whole' | 'broken'> {
    const response = await post()
    let text = ''
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      if (text.includes('好')) begun.resolve()
    }
    if (!response.ok) throw new Error(`the gateway refuses a chat: ${text}`)
    return text.endsWith('data: [DONE]\n\n') ? 'whole' : 'broken'
  }

  const ended = read().catch((error: unknown) => {
    // the connection broke
    if (error instanceof TypeError) return 'broken' as const
    throw error
  })
  void Promise.allSettled([ended]).then(() => begun.resolve())
  return { user, tokens, begun: begun.promise, ended }
}
