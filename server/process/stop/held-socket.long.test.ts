import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test, vi } from 'vitest'
import { untilReady } from '#harness/processes.ts'
import { buildWeb } from '../../testing/build-web.ts'
import { createShopParts, PRODUCTION_SETTINGS, WAIT_OPTIONS } from '../../testing/shop-parts.ts'

const LONG = 120_000
const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const CALLS = '/clients/web/recharge/translate/combo/list'

/** The build renders the documents. */
beforeAll(buildWeb, LONG)

/** A bound socket as a supervisor holds it: it accepts nothing itself. */
interface HeldSocket {
  fd: number
  bind(host: string, port: number): number
  close(): void
}

function holdSocket(port: number): HeldSocket {
  // what node:net is made of; a server of node:net would accept connections here
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an old part of Node without types
  const { TCP, constants } = Reflect.get(process, 'binding').call(process, 'tcp_wrap') as {
    TCP: new (type: number) => HeldSocket
    constants: { SERVER: number }
  }
  const socket = new TCP(constants.SERVER)
  if (socket.bind('127.0.0.1', port) !== 0) throw new Error(`port ${port} is taken`)
  return socket
}

/** The node with the socket as its descriptor 3, as systemd starts it. */
function startActivated(socket: HeldSocket, env: Record<string, string>): ChildProcess {
  const script = 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" "$@"'
  return spawn('sh', ['-c', script, process.execPath, MAIN], {
    stdio: ['ignore', 'ignore', 'inherit', socket.fd],
    env: { PATH: process.env['PATH'], TOOLS_SITE: 'none', CONSOLE: 'none', ...env },
  })
}

/** The status of one request; null without an answer. */
function ask(port: number, agent: Agent): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const asked = request({ agent, host: '127.0.0.1', port, path: CALLS }, (response) => {
    response.resume()
    response.once('end', () => resolve(response.statusCode ?? null))
  })
  asked.once('error', () => resolve(null))
  asked.end()
  return promise
}

test.skipIf(process.platform === 'win32')(
  'one node on a socket that a supervisor holds: requests wait through restarts, and none fails',
  async () => {
    await using parts = await createShopParts()
    const { port } = parts
    const socket = holdSocket(port)
    const settings = { ...PRODUCTION_SETTINGS, ...parts.settings, PORT: String(port) }
    const env = { ...settings, PUBLIC_URL: parts.url, SANDBOX_PORT: String(parts.sandboxPort) }
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const answers: (number | null)[] = []
    let isStopped = false
    let node = startActivated(socket, env)
    try {
      await untilReady(`http://127.0.0.1:${port}/readyz`, node)
      const visitors = Array.from({ length: 8 }, async () => {
        while (!isStopped) answers.push(await ask(port, agent))
      })
      for (let restarts = 0; restarts < 2; restarts += 1) {
        const before = answers.length
        await vi.waitFor(() => expect(answers.length).toBeGreaterThan(before + 200), WAIT_OPTIONS)
        const ended = once(node, 'exit')
        node.kill('SIGTERM')
        expect(await ended).toEqual([0, null])
        node = startActivated(socket, env)
        const during = answers.length
        await vi.waitFor(() => expect(answers.length).toBeGreaterThan(during + 200), WAIT_OPTIONS)
      }
      isStopped = true
      await Promise.all(visitors)
      expect([...new Set(answers)]).toEqual([200])
    } finally {
      isStopped = true
      const ended = once(node, 'exit')
      if (node.kill('SIGTERM')) await ended
      socket.close()
      agent.destroy()
    }
  },
  LONG,
)
