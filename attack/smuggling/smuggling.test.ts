import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { expect, test } from 'vitest'
import { findSmuggled } from './find-smuggled.ts'
import { markerOf, smugglingPayloads } from './payloads.ts'
import { sendRaw } from './send-raw.ts'

function portOf(server: Server): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a TCP port
  return (server.address() as AddressInfo).port
}

/** A proxy that goes by the length alone, over one connection, to a server that prefers chunks. */
async function startWeakPair() {
  const seen = { byProxy: [] as string[], byShop: [] as string[] }
  const shop = createHttpServer({ insecureHTTPParser: true }, (request, response) => {
    seen.byShop.push(`${request.method} ${request.url}`)
    request.resume()
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const upstream = connect(portOf(shop), '127.0.0.1')
  upstream.resume().on('error', () => {})
  const proxy = createServer((socket) => {
    let bytes = ''
    socket.setEncoding('latin1').on('error', () => {})
    socket.on('data', (part: string) => {
      bytes += part
      for (;;) {
        const end = bytes.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = bytes.slice(0, end + 4)
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
        if (bytes.length < head.length + length) return
        seen.byProxy.push(head.split('\r\n', 1)[0]!)
        upstream.write(Buffer.from(bytes.slice(0, head.length + length), 'latin1'))
        bytes = bytes.slice(head.length + length)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    ...{ port: portOf(proxy), seen },
    [Symbol.dispose]() {
      upstream.destroy()
      proxy.close()
      shop.closeAllConnections()
      shop.close()
    },
  }
}

test('a proxy and a server that read lengths differently are found', async () => {
  using pair = await startWeakPair()
  const [payload] = smugglingPayloads()
  await sendRaw(pair.port, payload!.bytes)
  // the hidden request is complete with the first line of the next one
  await sendRaw(pair.port, 'GET /next HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => findSmuggled(pair.seen, [markerOf(0)])).toEqual([markerOf(0)])
})

test('a request that both have seen is none that was smuggled', () => {
  const line = `GET ${markerOf(3)} HTTP/1.1`
  expect(findSmuggled({ byProxy: [line], byShop: [line] }, [markerOf(3)])).toEqual([])
  expect(findSmuggled({ byProxy: [line], byShop: [line, line] }, [markerOf(3)])).toEqual([
    markerOf(3),
  ])
  expect(findSmuggled({ byProxy: [], byShop: ['GET /x'] }, [markerOf(3)])).toEqual([])
})

test('every payload hides another path', () => {
  const payloads = smugglingPayloads()
  expect(payloads.length).toBeGreaterThan(80)
  for (const [number, { bytes }] of payloads.entries()) expect(bytes).toContain(markerOf(number))
})
