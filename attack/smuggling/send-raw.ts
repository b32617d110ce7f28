import { connect } from 'node:net'

/** How long an answer may take until the connection is given up; what is incomplete waits for more. */
const WAIT_MS = 700

/** Sends these bytes over a connection of its own; returns what came until it closed or nothing more came. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => (answer += part))
  socket.on('error', () => {})
  socket.on('close', () => resolve(answer))
  socket.setTimeout(WAIT_MS, () => socket.destroy())
  return promise
}
