import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a call on its way; "after" means that the call did its work first. */
export type Fault =
  | 'hang'
  | 'hang after'
  | 'drip'
  | 'reset before'
  | 'reset after'
  | '500 before'
  | '500 after'
  | '429'
  | 'refuse'
  | 'page'

export interface Seen {
  method: string
  path: string
  idempotencyKey: string | undefined
}

/** A provider that misbehaves: passes calls on to the real one, except where `fault` says otherwise. */
export async function startFaultyProxy(target: string) {
  const seen: Seen[] = []
  const spent = new Set<string>()
  const proxy = {
    url: '',
    /** Every call that came, oldest first. */
    seen,
    fault: (_call: Seen): Fault | null => null,
    /** The keys of all calls whose path ends so. */
    keysOf: (end: string) =>
      seen.filter(({ path }) => path.endsWith(end)).map((call) => call.idempotencyKey),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing).catch(() => outgoing.destroy())
  })

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(incoming))
    const call: Seen = {
      method: incoming.method ?? '',
      path: (incoming.url ?? '').split('?', 1)[0]!,
      idempotencyKey: incoming.headers['idempotency-key']?.toString(),
    }
    seen.push(call)
    // a key that was answered with 500 is answered with it again, as the provider does
    const isSpent = call.idempotencyKey !== undefined && spent.has(call.idempotencyKey)
    const fault = isSpent ? '500 before' : proxy.fault(call)
    const reply = fault === null || fault.endsWith('after') ? await passOn(incoming, body) : null
    switch (fault) {
      case null:
        outgoing.writeHead(reply!.status, reply!.headers).end(reply!.body)
        return
      case 'hang':
      case 'hang after':
        return
      case 'drip':
        outgoing.writeHead(200, { 'content-type': 'application/json' })
        drip(outgoing)
        return
      case 'reset before':
      case 'reset after':
        incoming.socket.resetAndDestroy()
        return
      case '500 before':
      case '500 after':
        if (call.idempotencyKey !== undefined) spent.add(call.idempotencyKey)
        fail(outgoing, 500, { type: 'api_error', message: 'made to fail' })
        return
      case '429':
        fail(outgoing, 429, {
          type: 'invalid_request_error',
          code: 'lock_timeout',
          message: 'later',
        })
        return
      case 'refuse':
        fail(outgoing, 400, {
          type: 'invalid_request_error',
          code: 'amount_too_small',
          message: 'Amount must be at least 4.00 cny',
        })
        return
      case 'page':
        outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"hello":"world"}')
    }
  }

  function passOn(incoming: IncomingMessage, body: Buffer) {
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number
      headers: IncomingMessage['headers']
      body: Buffer
    }>()
    const { method, url } = incoming
    const headers = { ...incoming.headers, connection: 'close' }
    const onward = request(new URL(url ?? '/', target), { method, headers })
    onward.on('error', reject)
    onward.on('response', (response) => {
      Array.fromAsync<Buffer>(response).then(
        (parts) =>
          resolve({
            status: response.statusCode ?? 502,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        reject,
      )
    })
    onward.end(body)
    return promise
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has a port
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

/** Keeps the connection busy for ever without ever completing the answer. */
function drip(outgoing: ServerResponse): void {
  const timer = setInterval(() => outgoing.write(' '), 200)
  outgoing.on('close', () => clearInterval(timer))
}

function fail(outgoing: ServerResponse, status: number, error: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}
