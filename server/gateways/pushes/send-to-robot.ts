import { robotOf, ROBOTS } from './robots.ts'

const TIMEOUT_MS = 5_000
/** A longer answer is none of a robot. */
const ANSWER_BYTES = 16 * 1024

/** The robot did not take the message. The reason names neither address nor secret. */
export class RobotRefusal extends Error {
  override name = 'RobotRefusal'
}

interface Options {
  now: Date
  signal: AbortSignal
  userAgent: string
  /** Hosts that may stand in for the services; empty in production. */
  standIns: readonly string[]
}

/** Posts the text; resolves when the service has accepted it, else throws RobotRefusal. Redirects are not followed. */
export async function sendToRobot(
  { address, secret }: { address: string; secret: string | null },
  text: string,
  { now, signal, userAgent, standIns }: Options,
): Promise<void> {
  const kind = robotOf(address, standIns)
  if (kind === null) throw new RobotRefusal('这个地址不再支持，请删除后另加一个')
  const robot = ROBOTS[kind]
  const { url, body } = robot.toRequest({ url: new URL(address), secret, text, now })
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'user-agent': userAgent },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.any([signal, limit]),
  }).catch((error: unknown) => {
    if (signal.aborted) throw error
    throw new RobotRefusal(limit.aborted ? '5 秒内没有答复' : `连不上${reasonOf(error)}`)
  })
  const answer = await readAnswer(response)
  const refusal = robot.readRefusal(answer)
  if (response.ok && refusal === null) return
  throw new RobotRefusal(`对方拒绝：HTTP ${response.status} ${refusal ?? ''}`.trim())
}

/** The JSON of the answer; null for anything else. */
async function readAnswer(response: Response): Promise<unknown> {
  let text = ''
  try {
    const decoder = new TextDecoder()
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true })
      if (text.length > ANSWER_BYTES) return null
    }
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The code alone: the message may contain the address. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause ? `（${String(cause.code)}）` : ''
}
