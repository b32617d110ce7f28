import { once } from 'node:events'
import { connect as dial, createServer, type Socket } from 'node:net'

/**
 * A proxy to the database that can drop all data, or the answer to one statement, without closing connections, as a
 * broken network does; or close a connection in place of an answer, as a server that dies does.
 */
export async function startInterruptibleProxy(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const unanswered = new Set<string>()
  const closing = new Map<string, string>()
  const dropped = Promise.withResolvers<void>()
  const server = createServer((near) => {
    const far = dial(Number(port), hostname)
    let dropsAnswers = false
    let closes = false
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk) => {
        const asked = from === near && [...unanswered].find((text) => chunk.includes(text))
        if (asked) dropsAnswers = unanswered.delete(asked)
        if (from === near) {
          for (const [text, earlier] of closing) {
            if (earlier === '' && chunk.includes(text)) closes = closing.delete(text)
            else if (earlier !== '' && chunk.includes(earlier)) closing.set(text, '')
          }
        }
        if (closes && from === far) near.destroy()
        else if (isCut || (dropsAnswers && from === far)) dropped.resolve()
        else to.write(chunk)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => {})
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(target)
  const address = server.address()
  url.port = String(typeof address === 'object' ? address?.port : '')
  return {
    url: url.href,
    cut: () => (isCut = true),
    restore: () => (isCut = false),
    /** Passes on the next statement with this text, and drops all answers on its connection. */
    dropAnswerTo: (text: string) => void unanswered.add(text),
    /** Passes on the next statement with this text, or the next one after `earlier`, and closes its connection when the answer comes. */
    closeInsteadOfAnswering: (text: string, earlier = '') => void closing.set(text, earlier),
    /** Whether such a statement has come. */
    hasDroppedAnswerTo: (text: string) => !unanswered.has(text),
    /** Resolves once data were dropped. */
    untilDropped: () => dropped.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
