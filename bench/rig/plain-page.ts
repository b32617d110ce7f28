import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** Reduces a document to its text in plain HTML: no scripts, styles or images. */
export function toPlainPage(html: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? []
  const [, body = ''] = /<body[^>]*>(.*)<\/body>/s.exec(html) ?? []
  const text = body
    .replaceAll(/<(script|style|svg|noscript)\b.*?<\/\1>/gs, '')
    .replaceAll(/<(link|img|input)\b[^>]*>/g, '')
    .replaceAll(/<(\/?)(h[1-6]|p|ul|ol|li|table|tr|th|td|main|article)\b[^>]*>/g, '<$1$2>')
    .replaceAll(/<(?!\/?(h[1-6]|p|ul|ol|li|table|tr|th|td|main|article)>)[^>]*>/g, ' ')
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${text}</body></html>`
}

/** Serves one page, compressed as the product compresses its pages. */
export async function servePlainPage(html: string): Promise<{ url: string } & AsyncDisposable> {
  const body = brotliCompressSync(html)
  const server = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(404).end()
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' }
    return response.writeHead(200, headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}
