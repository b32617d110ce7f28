import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { freePort } from '#server/testing/free-ports.ts'

/** How answers end that have begun. */
export type ModelEnd = 'finish' | 'die'

/** A server of a model, as the gateway of chats asks it: answers begin at once and end when they are told to. */
export interface ModelServer extends AsyncDisposable {
  /** With `/v1`. */
  url: string
  endAll(end: ModelEnd): void
}

interface Asked {
  messages: { content: string }[]
  max_tokens: number
}

export async function startModelServer(): Promise<ModelServer> {
  const open = new Map<ServerResponse, number>()
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own gateway wrote it
      const { messages, max_tokens } = body as Asked
      // the question is how long the answer is
      open.set(response, Math.min(Number(messages[0]!.content), max_tokens))
      response.once('close', () => open.delete(response))
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(toEvent({ choices: [{ index: 0, delta: { content: '好' } }] }))
    })
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${port}/v1`,
    endAll(end) {
      for (const [response, tokens] of open) {
        if (end === 'die') response.destroy()
        else response.end(toLastEvents(tokens))
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function toLastEvents(tokens: number): string {
  const usage = { prompt_tokens: 1, completion_tokens: tokens, total_tokens: tokens + 1 }
  const finish = { index: 0, delta: {}, finish_reason: 'stop' }
  return `${toEvent({ choices: [finish] })}${toEvent({ choices: [], usage })}data: [DONE]\n\n`
}

function toEvent(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
