import { connect } from 'node:net'
import { NO_ID } from './requests.ts'

/** A fixed number of requests, so that both sides of a comparison do the same work. */
export interface Load {
  port: number
  /** Whole requests as bytes on the wire; used in turn and again from the start. */
  requests: string[]
  /**
   * Sent after the answer to the request of the same place, before the connection's next request. `NO_ID` in it
   * becomes the first id of that answer; each is used once. The two count as one.
   */
  followUps?: string[]
  /** Connections kept open; each sends its next request when the last is answered. */
  connections: number
  total: number
}

export interface LoadResult {
  perSecond: number
  p95Ms: number
  p99Ms: number
}

export type GeneratorAnswer = LoadResult | { failure: string }

const HEAD_END = '\r\n\r\n'
const OK = 200
const ID = /"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"/

/** A client that costs little processor time: requests are bytes made beforehand; of a response it reads status and length only. */
async function generate({
  port,
  requests,
  followUps,
  connections,
  total,
}: Load): Promise<GeneratorAnswer> {
  const ready = requests.map((text) => Buffer.from(text))
  const following = followUps?.map((text) => Buffer.from(text))
  const latencies = new Float64Array(total)
  let sent = 0
  const startedAt = performance.now()

  function runConnection(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let current = -1
    let askedAt = 0
    let head = Buffer.alloc(0)
    /** Bytes of the response's body that have not arrived; null while its head has not. */
    let missing: number | null = null
    /** The answer that a follow-up takes its id from. */
    let answer = ''
    let isFollowing = false

    function ask(): void {
      if (sent === total) {
        socket.end()
        resolve()
        return
      }
      current = sent++
      askedAt = performance.now()
      isFollowing = false
      socket.write(ready[current % ready.length]!)
    }

    function follow(request: Buffer): void {
      const [id] = ID.exec(answer) ?? []
      if (id === undefined) return reject(new Error(`an answer without an id: ${answer}`))
      request.write(id.slice(1, -1), request.indexOf(NO_ID), 'latin1')
      answer = ''
      isFollowing = true
      socket.write(request)
    }

    socket.on('connect', ask)
    socket.on('data', (chunk) => {
      if (following && !isFollowing) answer += chunk.toString('latin1')
      if (missing === null) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        missing = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]) + end + HEAD_END.length
        missing -= head.length
        if (Number(text.slice(9, 12)) !== OK) {
          socket.destroy()
          reject(new Error(`request ${current} was answered: ${head.toString()}`))
          return
        }
        head = Buffer.alloc(0)
      } else {
        missing -= chunk.length
      }
      if (missing > 0) return
      if (missing !== 0) return reject(new Error('an answer of unknown length'))
      missing = null
      if (following && !isFollowing) return follow(following[current]!)
      latencies[current] = performance.now() - askedAt
      ask()
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed a connection')))
    return promise
  }

  await Promise.all(Array.from({ length: connections }, runConnection))
  const seconds = (performance.now() - startedAt) / 1_000
  latencies.sort()
  const at = (share: number) => latencies[Math.ceil(share * total) - 1]!
  return { perSecond: total / seconds, p95Ms: at(0.95), p99Ms: at(0.99) }
}

process.on('message', (load: Load) => {
  void generate(load)
    .catch((error: unknown): GeneratorAnswer => ({ failure: String(error) }))
    .then((report) => process.send?.(report))
})
