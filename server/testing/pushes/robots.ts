import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

type Kind = 'wecom' | 'dingtalk' | 'feishu'

/** A secret that the robots of DingTalk and Feishu demand signatures of. */
export const ROBOT_SECRET = 'SEC0123456789abcdef0123456789abcdef'
/** As the services: a signature is good for an hour. */
const SIGNATURE_MS = 60 * 60 * 1000

interface Received {
  kind: Kind
  text: string
}

/** The robots of the chat services on this machine: they check what they are sent, and answer 200 to what they refuse. */
export async function startRobots() {
  const received: Received[] = []
  const userAgents: (string | undefined)[] = []
  const answers: ((response: ServerResponse) => void)[] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    userAgents.push(request.headers['user-agent'])
    let body = ''
    for await (const part of request) body += String(part)
    const special = answers.shift()
    if (special) return special(response)
    const { kind, reply, text } = judge(new URL(request.url ?? '/', 'http://robots'), body)
    if (kind !== null && text !== null) received.push({ kind, text })
    send(response, reply)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  return {
    received,
    userAgents,
    /** Each serves for one request, in their order. */
    answers,
    urls: {
      wecom: `${base}/cgi-bin/webhook/send?key=stand-in-key`,
      dingtalk: `${base}/robot/send?access_token=stand-in-token`,
      feishu: `${base}/open-apis/bot/v2/hook/stand-in-hook`,
    } satisfies Record<Kind, string>,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers with this JSON. */
export function send(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** What any of the services may be sent. */
const sentSchema = z.object({
  text: z.optional(z.object({ content: z.string() })),
  content: z.optional(z.object({ text: z.string() })),
  timestamp: z.optional(z.string()),
  sign: z.optional(z.string()),
})
type Sent = z.output<typeof sentSchema>

interface Judgement {
  kind: Kind | null
  reply: object
  /** Null: refused. */
  text: string | null
}

function judge(url: URL, body: string): Judgement {
  const sent = sentSchema.parse(JSON.parse(body))
  const { pathname, searchParams } = url
  if (pathname === '/cgi-bin/webhook/send') {
    const isKnown = searchParams.get('key') === 'stand-in-key'
    const reply = isKnown
      ? { errcode: 0, errmsg: 'ok' }
      : { errcode: 93_000, errmsg: 'invalid webhook url' }
    return { kind: 'wecom', reply, text: isKnown ? contentOf(sent.text) : null }
  }
  if (pathname === '/robot/send') {
    const isSigned = isDingtalkSigned(searchParams)
    const reply = isSigned
      ? { errcode: 0, errmsg: 'ok' }
      : { errcode: 310_000, errmsg: 'sign not match' }
    return { kind: 'dingtalk', reply, text: isSigned ? contentOf(sent.text) : null }
  }
  if (pathname === '/open-apis/bot/v2/hook/stand-in-hook') {
    const isSigned = isFeishuSigned(sent)
    const reply = isSigned
      ? { code: 0, msg: 'success', data: {} }
      : { code: 19_021, msg: 'sign match fail or timestamp is not within one hour' }
    return { kind: 'feishu', reply, text: isSigned ? (sent.content?.text ?? null) : null }
  }
  return { kind: null, reply: { ok: false, description: 'Not Found' }, text: null }
}

function contentOf(text: Sent['text']): string | null {
  return text?.content ?? null
}

function isDingtalkSigned(query: URLSearchParams): boolean {
  const time = query.get('timestamp') ?? ''
  const mac = createHmac('sha256', ROBOT_SECRET)
  mac.update(time)
  mac.update('\n')
  mac.update(ROBOT_SECRET)
  return isRecent(Number(time)) && query.get('sign') === mac.digest('base64')
}

function isFeishuSigned({ timestamp, sign }: Sent): boolean {
  const time = String(timestamp)
  const mac = createHmac('sha256', [time, ROBOT_SECRET].join('\n')).digest('base64')
  return isRecent(Number(time) * 1000) && sign === mac
}

function isRecent(ms: number): boolean {
  return Math.abs(Date.now() - ms) < SIGNATURE_MS
}
