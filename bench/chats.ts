import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccounts } from '#harness/customers.ts'
import { absoluteFigure, compareThroughput, type Figure } from './rig/figure.ts'
import { type Bench, interleave, median } from './rig/rounds.ts'
import { startShop } from './rig/shop.ts'
import { startTools } from './rig/tools.ts'

const STREAMS = 120
const AT_ONCE = 6
const PIECES = 100
const MODELS = {
  models: [{ id: 'm', upstream: 'm', input: 20, cached: 5, output: 80, longestAnswer: 4_096 }],
}
/** Ticks of the processor a second: `getconf CLK_TCK` of every Linux. */
const TICKS = 100

/** Streams of a hundred pieces through the gateway of the tools site, against the same from the model's server itself. */
export async function measureChats({ rounds }: Bench): Promise<Figure[]> {
  await using cleanup = new AsyncDisposableStack()
  const shop = cleanup.use(await startShop('server'))
  const customers = await openAccounts(shop, AT_ONCE)
  const model = await startModel()
  cleanup.defer(() => model.close())
  const folder = await mkdtemp(join(tmpdir(), 'bench-models-'))
  cleanup.defer(() => rm(folder, { recursive: true }))
  const models = join(folder, 'models.json')
  await writeFile(models, JSON.stringify(MODELS))
  const env = { AI_BASE_URL: model.url, MODELS: models }
  const tools = cleanup.use(await startTools(shop, { customers, place: 'server', env }))

  const spent: number[] = []
  const { gateway, direct } = await interleave(rounds, {
    async gateway() {
      const before = processorMs(tools.pid) + processorMs(shop.pid)
      const result = await streamAll(`${tools.url}/v1`, tools.keys)
      spent.push((processorMs(tools.pid) + processorMs(shop.pid) - before) / STREAMS)
      return result
    },
    direct: () => streamAll(model.url, tools.keys),
  })
  const added = gateway.map(({ firstMs }, at) => firstMs - direct[at]!.firstMs)
  return [
    compareThroughput(
      `chats of ${PIECES} pieces, ${AT_ONCE} at once, against the model's server`,
      gateway,
      direct,
      0.1,
    ),
    absoluteFigure('chat: first token later by, one at a time (p50)', added, 'ms', { atMost: 10 }),
    // the round that warms up is not counted
    absoluteFigure('chat: processor time of gateway and shop', spent.slice(1), 'ms', {
      atMost: 10,
    }),
  ]
}

async function streamAll(url: string, keys: readonly string[]) {
  const startedAt = performance.now()
  let left = STREAMS
  await Promise.all(
    keys.map(async (key) => {
      while ((left -= 1) >= 0) await stream(url, key)
    }),
  )
  const perSecond = STREAMS / ((performance.now() - startedAt) / 1_000)
  const firsts: number[] = []
  for (let at = 0; at < 40; at += 1) firsts.push(await stream(url, keys[0]!))
  return { perSecond, firstMs: median(firsts) }
}

/** Reads a whole stream; returns the milliseconds to its first piece. */
async function stream(url: string, key: string): Promise<number> {
  const startedAt = performance.now()
  const sent = request(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  sent.end(
    JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: '你好' }] }),
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what Node's documentation says
  const [response] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the chat was answered ${response.statusCode}`)
  let firstMs = 0
  for await (const _ of response) firstMs ||= performance.now() - startedAt
  return firstMs
}

/** Answers at once, piece by piece. */
async function startModel() {
  const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '好' } }] })}\n\n`
  const usage = { prompt_tokens: 8, completion_tokens: PIECES }
  const end = `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: ${JSON.stringify({ choices: [], usage })}\n\ndata: [DONE]\n\n`
  const server = createServer((asked, response) => {
    asked.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    let left = PIECES
    const next = () => {
      if (left === 0) return void response.end(end)
      left -= 1
      response.write(piece)
      setImmediate(next)
    }
    next()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Of a process, on all its threads. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS
}
